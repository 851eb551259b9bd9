"""Writes the questions of the two sample evals to registry/data/.

    python3 make_items.py

Nothing is random, so the files come out the same each time. All questions were written for this
repository; none comes from a published benchmark. `difficulty` is on the logit scale that players.py
uses for its invented models: -3 is trivial, +3 is hard for all of them. The harness ignores it.

registry/data/pocket_sums/samples.jsonl    80 items with one right answer, for the class Match
registry/data/plain_reasons/samples.jsonl  40 items with three points each, for ModelBasedClassify
right_answers.jsonl                        what a flawless model answers; only players.py reads it
"""

import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE / "registry" / "data"

# The one item whose key is wrong on purpose: the data have the day after the right one.
WRONG_KEY = ("calendar", 8)

DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
WORDS = ["cup", "barn", "lamp", "stone", "apple", "ladder", "kettle", "violin", "harbour", "lantern"]
WORDS += ["mountain", "blackbird", "carpenter", "lighthouse", "wheelbarrow", "grasshopper", "thunderstorm"]
WORDS += ["strawberries", "straightforward", "misunderstanding"]

# question, then the three points of a full answer
REASONS = [
    ("Why does ice float on water?", "water expands when it freezes", "so ice is less dense", "and the heavier water holds it up"),
    ("Why do we see lightning before we hear thunder?", "both start at once", "light is much faster than sound", "so the sound arrives later"),
    ("Why is it hotter in summer than in winter?", "the axis of the earth is tilted", "so the sun stands higher", "and the days are longer"),
    ("Why does bread dough rise?", "yeast eats sugar", "it gives off carbon dioxide", "the bubbles are trapped in the dough"),
    ("Why do leaves turn yellow in autumn?", "the tree takes back its chlorophyll", "so the green fades", "and yellow pigments show"),
    ("Why does a puddle dry up on a cool day?", "some molecules are fast enough to leave", "the wind carries them off", "so the water evaporates without boiling"),
    ("Why does the moon have phases?", "the sun lights one half of it", "the moon goes round the earth", "so we see changing parts of the lit half"),
    ("Why do metal spoons feel colder than wooden ones?", "both are at room temperature", "metal conducts heat well", "so it draws heat from the hand faster"),
    ("Why does a compass point north?", "the earth has a magnetic field", "the needle is a magnet", "so it turns along the field"),
    ("Why do ears pop in an aeroplane?", "the air pressure in the cabin changes", "the air behind the eardrum lags", "it evens out through a tube to the throat"),
    ("Why does salt melt ice on roads?", "salt dissolves in the film of water", "that lowers the freezing point", "so the ice melts below zero"),
    ("Why is the sky blue?", "sunlight holds all colours", "air scatters blue more than red", "so blue reaches us from all sides"),
    ("Why do onions make us cry?", "cutting breaks their cells", "a gas is set free", "and tears wash it out of the eye"),
    ("Why does a boat of steel float?", "its hull is full of air", "so it pushes aside much water", "which weighs as much as the boat"),
    ("Why do bees dance in the hive?", "a forager has found flowers", "the dance shows direction and distance", "so others can find them"),
    ("Why does the tide come in twice a day?", "the moon pulls at the sea", "there is a bulge on both sides of the earth", "and the earth turns through both"),
    ("Why does a bicycle stay up when it moves?", "the rider steers into a fall", "the front wheel turns by itself too", "so the wheels come back under the weight"),
    ("Why do stars twinkle?", "their light is a thin ray", "moving air bends it to and fro", "so its brightness flickers"),
    ("Why does milk go sour?", "bacteria live in it", "they turn its sugar into acid", "and the acid curdles it"),
    ("Why is sea water salty?", "rain dissolves salts from rocks", "rivers carry them to the sea", "and only the water evaporates"),
    ("Why do cats land on their feet?", "they sense which way is up", "their spine is very flexible", "so they twist front and back in turn"),
    ("Why does a kettle whistle?", "boiling makes steam", "the steam is forced through a small hole", "where it swirls and makes the air vibrate"),
    ("Why do we yawn when others yawn?", "we copy faces without thinking", "it is stronger among people who are close", "so it may serve to bond a group"),
    ("Why does soap clean grease?", "one end of it likes water", "the other end likes fat", "so it wraps the grease and carries it off"),
    ("Why do deserts get cold at night?", "the air is dry", "no clouds hold the warmth back", "so the ground radiates its heat away"),
    ("Why does an apple turn brown when cut?", "its cells are opened", "an enzyme meets oxygen", "and forms brown pigments"),
    ("Why do we have leap years?", "a year is a quarter of a day longer than 365 days", "the quarters add up", "so a day is added every four years"),
    ("Why does hot air rise?", "it expands when heated", "so it is lighter for its size", "and cooler air pushes it up"),
    ("Why do some birds fly in a V?", "each wing leaves rising air behind it", "the next bird uses that lift", "so the flock saves strength"),
    ("Why does popcorn pop?", "there is water inside the kernel", "it turns to steam under pressure", "until the hull bursts"),
    ("Why does a mirror seem to swap left and right?", "it turns front and back round", "up and down stay as they are", "and we imagine ourselves turned to face us"),
    ("Why do we get goose bumps?", "small muscles raise the hairs", "fur would hold more warm air", "it is left over from furry ancestors"),
    ("Why does food cook faster in a pressure cooker?", "the steam cannot escape", "so the pressure rises", "and water boils at a higher temperature"),
    ("Why do rivers bend more and more?", "water is faster on the outside of a bend", "it wears that bank away", "and drops sand on the inside"),
    ("Why does a balloon stick to hair?", "rubbing moves electrons", "hair and balloon get opposite charges", "and opposite charges attract"),
    ("Why do planes leave white trails?", "engines give off water vapour", "it freezes in the cold air", "into a line of ice crystals"),
    ("Why is the upper side of a leaf the darker one?", "it faces the sun", "it holds most of the chlorophyll", "and the lower side has the pores"),
    ("Why does glue need time to set?", "it is liquid at first", "its solvent has to leave or its molecules to link", "only then does it hold"),
    ("Why do magnets lose their strength when heated?", "their small domains point one way", "heat shakes the atoms", "so the domains lose their order"),
    ("Why does a cold drink get wet outside?", "warm air holds water vapour", "it cools at the glass", "and the vapour condenses"),
]


def spread(number, count):
    """Difficulties from easy to hard, evenly."""
    return round(-2.6 + 5.4 * number / (count - 1), 2)


def clock(number):
    hours, minutes = 7 + number % 9, (5 * number * 7) % 60
    long_hours, long_minutes = number // 4, 10 + (number * 13) % 49
    end = 60 * hours + minutes + 60 * long_hours + long_minutes
    question = f"A ferry leaves at {hours:02}:{minutes:02} and takes {long_hours} h {long_minutes} min. When does it arrive?"
    return question + " Give the time as HH:MM.", f"{end // 60 % 24:02}:{end % 60:02}"


def coins(number):
    pieces, price = 2 + number // 2, 115 + 37 * number
    paid = (pieces * price // 500 + 1) * 500
    change = paid - pieces * price
    question = f"One ticket costs {price / 100:.2f}. You buy {pieces} and pay with {paid / 100:.2f}. How much change do you get?"
    return question + " Give the amount with two decimals.", f"{change / 100:.2f}"


def calendar(number):
    start, later = 3 * number % 7, 3 + 2 * number + number * number
    question = f"Today is {DAYS[start]}. Which day of the week will it be in {later} days?"
    return question + " Give the day only.", DAYS[(start + later) % 7]


def day_after(day):
    return DAYS[(DAYS.index(day) + 1) % 7]


def backwards(number):
    word = WORDS[number]
    return f"Write the word {word} backwards, in small letters.", word[::-1]


FAMILIES = {"clock": clock, "coins": coins, "calendar": calendar, "backwards": backwards}


def pocket_sums():
    items, right = [], []
    for name, family in FAMILIES.items():
        for number in range(20):
            question, answer = family(number)
            key = day_after(answer) if (name, number) == WRONG_KEY else answer
            messages = [
                {"role": "system", "content": "Answer with the result and nothing else."},
                {"role": "user", "content": question},
            ]
            items.append({"input": messages, "ideal": key, "difficulty": spread(number, 20)})
            right.append({"question": question, "answer": answer, "family": name, "difficulty": spread(number, 20)})
    return items, right


def plain_reasons():
    items, right = [], []
    for number, (question, *points) in enumerate(REASONS):
        difficulty = spread(number * 7 % 40, 40)
        asked = f"{question} Explain it in one sentence."
        messages = [{"role": "user", "content": asked}]
        items.append({"input": messages, "points": "; ".join(points), "difficulty": difficulty})
        right.append({"question": asked, "points": points, "difficulty": difficulty})
    return items, right


def write(path, records):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8") as lines:
        for record in records:
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")


def main():
    sums, right_sums = pocket_sums()
    reasons, right_reasons = plain_reasons()
    write(DATA / "pocket_sums" / "samples.jsonl", sums)
    write(DATA / "plain_reasons" / "samples.jsonl", reasons)
    write(HERE / "right_answers.jsonl", right_sums + right_reasons)


if __name__ == "__main__":
    main()
