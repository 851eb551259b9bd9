"""Writes the questions of the three sample tasks to data/.

    python3 make_items.py

Everything is seeded, so the files come out the same each time. All questions were written for this
repository; none comes from a published benchmark. `difficulty` is on the logit scale that server.py
uses for its invented models: -3 is trivial, +3 is hard for all of them.

data/<task>.jsonl         what the harness reads
data/right_answers.jsonl  what a reply without mistakes looks like; only server.py reads it
"""

import json
import random
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"
SEED = 20261

# The one item whose key is wrong on purpose: the data say 44, the square root of 1,764 is 42.
WRONG_KEY = "sums-12"

# id, difficulty, question, right answer, then three wrong ones (the most tempting first)
CORNER_FACTS = [
    ("facts-01", -2.6, "Which of these animals lays eggs?", "the hen", "the cow", "the cat", "the goat"),
    ("facts-02", -2.2, "What does a thermometer measure?", "temperature", "loudness", "weight", "the speed of the wind"),
    ("facts-03", -1.8, "Which ocean lies between Portugal and the United States?", "the Atlantic", "the Pacific", "the Indian Ocean", "the Arctic Ocean"),
    ("facts-04", -1.3, "Which gas do green leaves take from the air to make sugar?", "carbon dioxide", "oxygen", "nitrogen", "helium"),
    ("facts-05", -0.9, "Which of these instruments has no strings?", "the oboe", "the lute", "the harp", "the viola"),
    ("facts-06", -0.5, "At noon in Norway, in which direction does the sun stand?", "south", "north", "east", "west"),
    ("facts-07", 0.0, "Which river flows through Vienna, Budapest and Belgrade?", "the Danube", "the Rhine", "the Elbe", "the Vistula"),
    ("facts-08", 0.3, "Which vessels carry blood away from the heart?", "arteries", "veins", "capillaries", "lymph vessels"),
    ("facts-09", 0.5, "Which element has the symbol W?", "tungsten", "vanadium", "zirconium", "xenon"),
    ("facts-10", 0.7, "Which of these capitals lies furthest north?", "Reykjavik", "Helsinki", "Oslo", "Tallinn"),
    ("facts-11", 0.8, "Which bone is neither in the leg nor in the foot?", "the ulna", "the fibula", "the talus", "the patella"),
    ("facts-12", 1.0, "Which country lies wholly inside South Africa?", "Lesotho", "Eswatini", "Botswana", "Malawi"),
    ("facts-13", 1.2, "Which two countries share the island of Hispaniola?", "Haiti and the Dominican Republic", "Cuba and the Dominican Republic", "Jamaica and Haiti", "Cuba and Jamaica"),
    ("facts-14", 1.4, "Which of these woods sinks in water?", "lignum vitae", "spruce", "poplar", "balsa"),
    ("facts-15", 1.6, "Which planet takes longer to turn once than to go round the sun?", "Venus", "Mercury", "Neptune", "Mars"),
    ("facts-16", 1.8, "Which of these is a berry to a botanist?", "the banana", "the strawberry", "the raspberry", "the blackberry"),
    ("facts-17", 2.0, "Which strait separates Tasmania from the mainland of Australia?", "Bass Strait", "Cook Strait", "Torres Strait", "Foveaux Strait"),
    ("facts-18", 2.2, "Which moon is larger than the planet Mercury?", "Ganymede", "Europa", "Triton", "Io"),
    ("facts-19", 2.4, "What does 'con sordino' in a score ask for?", "a mute", "a pause", "a faster tempo", "a second player"),
    ("facts-20", 2.9, "How many days did September 1752 have in Britain?", "19", "11", "21", "30"),
    ("sums-01", -3.0, "What is 7 + 6?", "13", "12", "14", "15"),
    ("sums-02", -2.2, "What is 9 times 8?", "72", "63", "81", "64"),
    ("sums-03", -2.0, "What is half of 58?", "29", "28", "27", "24"),
    ("sums-04", -1.6, "What is 100 minus 37?", "63", "73", "67", "57"),
    ("sums-05", -1.2, "What is a quarter of 96?", "24", "26", "22", "32"),
    ("sums-06", -0.7, "What is 3 - 8 + 2?", "-3", "-7", "3", "7"),
    ("sums-07", -0.5, "What is 15 per cent of 80?", "12", "15", "10", "8"),
    ("sums-08", -0.2, "Which of these numbers is a prime?", "53", "51", "57", "55"),
    ("sums-09", 0.1, "What is 2 to the power of 9?", "512", "256", "1,024", "18"),
    ("sums-10", 0.3, "What remains when 100 is divided by 7?", "2", "4", "1", "6"),
    ("sums-11", 0.5, "In how many orders can four people sit on a bench?", "24", "16", "12", "64"),
    ("sums-12", 0.4, "What is the square root of 1,764?", "42", "44", "38", "46"),
    ("sums-13", 0.8, "What is the sum of all whole numbers from 1 to 40?", "820", "800", "840", "780"),
    ("sums-14", 0.9, "What do the inner angles of a pentagon add up to, in degrees?", "540", "360", "720", "450"),
    ("sums-15", 1.1, "Which fraction is the largest?", "5/7", "7/10", "9/13", "2/3"),
    ("sums-16", 1.3, "A price rises by 20 per cent, then falls by 20 per cent. What is the change in all?", "4 per cent down", "no change", "2 per cent down", "4 per cent up"),
    ("sums-17", 1.7, "Two dice are thrown. How likely is a sum of 9?", "1/9", "1/12", "1/6", "5/36"),
    ("sums-18", 1.9, "How many whole numbers from 1 to 100 are divisible neither by 2 nor by 5?", "40", "50", "60", "30"),
    ("sums-19", 2.3, "What is the last digit of 7 to the power of 50?", "9", "7", "3", "1"),
    ("sums-20", 2.7, "How many zeros end the product of all whole numbers from 1 to 30?", "7", "6", "5", "8"),
    ("units-01", -2.6, "How many minutes are two hours?", "120", "100", "90", "140"),
    ("units-02", -2.0, "How many centimetres are 3 metres?", "300", "30", "3,000", "330"),
    ("units-03", -1.9, "How many days are six weeks?", "42", "36", "48", "40"),
    ("units-04", -1.6, "Which of these is the heaviest?", "2 kg", "1,500 g", "900 g", "1.2 kg"),
    ("units-05", -1.4, "How many millilitres are half a litre?", "500", "50", "250", "5,000"),
    ("units-06", -0.6, "How many seconds are a quarter of an hour?", "900", "600", "1,500", "450"),
    ("units-07", -0.4, "Which unit measures electrical resistance?", "the ohm", "the volt", "the watt", "the ampere"),
    ("units-08", -0.1, "How many millimetres are 0.07 metres?", "70", "7", "700", "0.7"),
    ("units-09", 0.2, "How many litres fill a cube of one metre on each side?", "1,000", "100", "10", "10,000"),
    ("units-10", 0.3, "A train covers 90 km in 45 minutes. How fast is it?", "120 km/h", "135 km/h", "60 km/h", "67.5 km/h"),
    ("units-11", 0.4, "How many square metres are a hectare?", "10,000", "1,000", "100", "100,000"),
    ("units-12", 0.8, "Which speed equals 10 metres per second?", "36 km/h", "10 km/h", "60 km/h", "100 km/h"),
    ("units-13", 0.9, "How many degrees Fahrenheit are 25 degrees Celsius?", "77", "57", "68", "82"),
    ("units-14", 1.0, "Which of these is a unit of energy?", "the kilowatt hour", "the kilowatt", "the pascal", "the tesla"),
    ("units-15", 1.2, "A square has sides of 0.2 metres. What is its area in square centimetres?", "400", "40", "4", "4,000"),
    ("units-16", 1.4, "At how many degrees do the Celsius and Fahrenheit scales agree?", "-40", "-32", "-18", "0"),
    ("units-17", 1.5, "How many bits are in a kibibyte?", "8,192", "8,000", "1,024", "1,000"),
    ("units-18", 1.8, "About how far does light travel in a nanosecond?", "30 centimetres", "3 metres", "3 millimetres", "300 metres"),
    ("units-19", 2.1, "How many metres are a nautical mile?", "1,852", "1,609", "1,760", "1,924"),
    ("units-20", 2.5, "One sound has 60 decibels, another ten times its power. How many decibels has that?", "70", "600", "66", "120"),
    ("grammar-01", -2.5, "What is the plural of 'mouse'?", "mice", "mouses", "mices", "mouse"),
    ("grammar-02", -2.4, "Which word is the opposite of 'early'?", "late", "soon", "fast", "first"),
    ("grammar-03", -2.1, "Which word fits? 'She ___ to work every day.'", "walks", "walk", "walking", "to walk"),
    ("grammar-04", -1.3, "What is the past tense of 'bring'?", "brought", "brang", "bringed", "brung"),
    ("grammar-05", -1.1, "Which word means the same as 'brief'?", "short", "brisk", "broad", "brave"),
    ("grammar-06", -0.8, "Which of these words is an adverb?", "quietly", "quiet", "quieten", "quietness"),
    ("grammar-07", -0.3, "Which noun has one form for singular and plural?", "sheep", "goose", "ox", "calf"),
    ("grammar-08", -0.1, "Which word is spelled correctly?", "necessary", "neccessary", "necesary", "neccesary"),
    ("grammar-09", 0.0, "Which of these words is a preposition?", "beneath", "although", "quickly", "bright"),
    ("grammar-10", 0.1, "Which word rhymes with 'though'?", "snow", "cough", "plough", "rough"),
    ("grammar-11", 0.3, "Which sentence is correct?", "He and I went home.", "Him and I went home.", "He and me went home.", "Me and him went home."),
    ("grammar-12", 0.5, "Which sentence is in the passive voice?", "The bread was eaten.", "The bread smelled good.", "Somebody ate the bread.", "The bread is in the oven."),
    ("grammar-13", 0.7, "Which word has its stress on the second syllable?", "hotel", "window", "river", "table"),
    ("grammar-14", 0.8, "Which words are the relative clause in 'The dog that barked ran off'?", "that barked", "the dog", "ran off", "barked ran"),
    ("grammar-15", 1.0, "Which of these nouns has no plural?", "furniture", "chair", "table", "lamp"),
    ("grammar-16", 1.2, "What kind of word is 'swimming' in 'Swimming is fun'?", "a gerund", "a participle", "an infinitive", "an adverb"),
    ("grammar-17", 1.6, "What is the past participle of 'lie', as in lying on a sofa?", "lain", "laid", "lied", "layed"),
    ("grammar-18", 1.9, "Which sentence has a dangling modifier?", "Running late, the bus left without me.", "Running late, I missed the bus.", "As I ran late, I missed the bus.", "The bus left before I came."),
    ("grammar-19", 2.1, "Why has 'I saw her duck' two meanings?", "'duck' can be a noun or a verb", "'her' can be one or many", "'saw' can be past or future", "'I' can be anybody"),
    ("grammar-20", 2.4, "Which mood is 'leave' in 'I suggest that he leave'?", "the subjunctive", "the indicative", "the imperative", "the conditional"),
]


def ways(divisors, limit):
    return sum(1 for n in range(1, limit + 1) if any(n % d == 0 for d in divisors))


# name, difficulty, variants; a variant is a question and its answer
def word_sums(rng):
    def pick(low, high):
        return rng.randint(low, high)

    def put(thing, place):
        a, b = pick(12, 60), pick(5, 30)
        return f"There are {a} {thing} {place}, and {b} more are added. How many are there now?", a + b

    def take(thing, place, use):
        b = pick(8, 25)
        a = b + pick(15, 60)
        return f"Of the {a} {thing} {place}, {b} were {use}. How many are left?", a - b

    def pack(thing, holder):
        a, b = pick(6, 14), pick(7, 19)
        return f"Each {holder} holds {a} {thing}. How many {thing} fill {b} of them?", a * b

    def share(thing, who):
        b, each = pick(4, 9), pick(12, 26)
        return f"{b * each} {thing} are shared equally among {b} {who}. How many does each get?", each

    def fare(what, adult, child):
        a, c = pick(9, 19), pick(3, 8)
        n, m = pick(2, 5), pick(3, 7)
        return f"{what} costs {a} coins for {adult} and {c} for {child}. What do {n} of the first and {m} of the second pay together?", a * n + c * m

    def opening(place, start, end, pause):
        minutes = (end - start) * 60 - pause
        return f"{place} opens at {start}:00, closes at {end}:00 and takes a break of {pause} minutes. For how many minutes is it open?", minutes

    def tank(what, litres, percent):
        return f"{what} holds {litres} litres and is {percent} per cent full. How many more litres fit in?", litres * (100 - percent) // 100

    def rate(what, amount, unit, minutes, longer):
        return f"{what} {amount} {unit} in {minutes} minutes. How many {unit} is that in {longer} minutes?", amount * longer // minutes

    def sale(what, price, percent, voucher):
        return f"{what} costs {price} coins. In the sale it is {percent} per cent cheaper, and a voucher takes off {voucher} coins more. What is left to pay?", price * (100 - percent) // 100 - voucher

    def path(what, long, wide, edge):
        return f"{what} measures {long} by {wide} metres. A path {edge} metres wide runs all around the outside. What is the area of the path in square metres?", (long + 2 * edge) * (wide + 2 * edge) - long * wide

    def pumps(what, a, b, verb):
        return f"One {what} takes {a} hours to {verb}, another takes {b} hours. How many minutes do they take together?", 60 * a * b // (a + b)

    def both(who, n, a, b, neither, first, second):
        return f"Of {n} {who}, {a} {first}, {b} {second} and {neither} do neither. How many do both?", a + b - (n - neither)

    def bridge(train, length, over, span, speed):
        seconds = (length + span) * 36 // (10 * speed)
        assert seconds * 10 * speed == (length + span) * 36
        return f"{train} {length} metres long crosses {over} of {span} metres at {speed} km/h. How many seconds pass from its front entering to its end leaving?", seconds

    def count(a, b, limit):
        return f"How many whole numbers from 1 to {limit} can be divided by {a} or by {b} without a remainder?", ways((a, b), limit)

    def clock(what, change, minutes):
        return f"{what} with a twelve-hour dial {change} {minutes} minutes a day. After how many days does it first show the right time again?", 720 // minutes

    return [
        ("put", -2.4, [put("books", "on a shelf"), put("cups", "on a tray"), put("stamps", "in an album"), put("boats", "in a harbour")]),
        ("take", -2.0, [take("eggs", "in a basket", "used for cakes"), take("seats", "in a hall", "taken away"), take("candles", "in a drawer", "burned"), take("bricks", "on a cart", "laid")]),
        ("pack", -1.5, [pack("pencils", "box"), pack("jars", "crate"), pack("tiles", "packet"), pack("roses", "vase")]),
        ("share", -1.0, [share("apples", "classes"), share("marbles", "children"), share("leaflets", "walkers"), share("coins", "sailors")]),
        ("fare", -0.6, [fare("A ferry trip", "grown-ups", "children"), fare("The zoo", "visitors", "members"), fare("A concert", "adults", "pupils"), fare("The swimming bath", "swimmers", "lookers-on")]),
        ("open", -0.2, [opening("A bakery", 6, 13, 35), opening("A library", 9, 18, 50), opening("A post office", 8, 17, 75), opening("A museum shop", 10, 19, 25)]),
        ("tank", 0.2, [tank("A rain barrel", 240, 35), tank("A fuel tank", 480, 65), tank("A fish tank", 160, 45), tank("A milk tank", 1500, 12)]),
        ("rate", 0.5, [rate("A tap fills", 36, "litres", 8, 22), rate("A printer prints", 45, "pages", 6, 14), rate("A mill grinds", 28, "kilos", 8, 30), rate("A machine folds", 63, "boxes", 9, 25)]),
        ("sale", 0.8, [sale("A coat", 140, 35, 12), sale("A bicycle", 360, 15, 25), sale("A lamp", 85, 20, 9), sale("A tent", 225, 40, 17)]),
        ("path", 1.1, [path("A garden", 14, 9, 2), path("A pond", 25, 12, 3), path("A lawn", 18, 11, 2), path("A court", 36, 18, 4)]),
        ("pumps", 1.5, [pumps("pump", 4, 12, "empty a pool"), pumps("printer", 10, 15, "print a book"), pumps("mower", 2, 6, "cut a field"), pumps("oven", 4, 6, "bake an order")]),
        ("both", 1.8, [both("guests", 80, 47, 39, 11, "drink tea", "drink coffee"), both("pupils", 120, 66, 71, 14, "sing", "paint"), both("walkers", 65, 38, 29, 9, "carry a map", "carry a compass"), both("readers", 150, 92, 77, 18, "buy books", "borrow books")]),
        ("bridge", 2.1, [bridge("A train", 180, "a bridge", 320, 72), bridge("A goods train", 450, "a viaduct", 300, 54), bridge("An express", 250, "a tunnel", 1250, 90), bridge("A tram", 40, "a bridge", 110, 36)]),
        ("count", 2.5, [count(6, 8, 200), count(4, 10, 150), count(9, 15, 300), count(12, 14, 500)]),
        ("clock", 2.9, [clock("A clock", "loses", 4), clock("A watch", "gains", 5), clock("A tower clock", "loses", 6), clock("An alarm clock", "gains", 9)]),
    ]


# id, difficulty, what is asked, the rules that utils.py checks, a reply that keeps all of them
HOUSE_RULES = [
    ("fruit", -2.2, "Name a fruit in one word.", ["words:1"], "Apple"),
    ("rain", -1.8, "Describe rain in at most eight words.", ["max_words:8"], "Water drops fall softly from grey clouds."),
    ("morning", -1.6, "Say good morning in capital letters only.", ["uppercase"], "GOOD MORNING TO YOU"),
    ("bread", -1.4, "Write a sentence about bread in small letters only.", ["lowercase"], "fresh bread smells best at dawn."),
    ("moon", -1.2, "Ask something about the moon. End with a question mark.", ["ends:?"], "How far away is the moon tonight?"),
    ("tools", -1.0, "List three tools, each on a line that starts with a dash.", ["bullets:3"], "- hammer\n- saw\n- file"),
    ("bus", -0.8, "Write one sentence about a bus. Begin with the word Yesterday.", ["starts:Yesterday", "sentences:1"], "Yesterday the bus came twice as late."),
    ("river", -0.6, "Describe a river in at least ten words and without a comma.", ["min_words:10", "no_commas"], "The river turns past the mill and then runs slowly to the sea."),
    ("winter", -0.5, "Write two sentences about winter and use the word coat.", ["sentences:2", "uses:coat"], "Winter came early. My coat hangs by the door."),
    ("egg", -0.3, "Give three numbered steps for boiling an egg. Use the word water.", ["numbered:3", "uses:water"], "1. Heat water in a pot\n2. Put the egg in\n3. Wait seven minutes"),
    ("market", -0.2, "Write one sentence about a market, in small letters, without the word buy.", ["sentences:1", "lowercase", "avoids:buy"], "the market is loud and full of colour."),
    ("greeting", -0.1, "Greet a guest in at most six words, all inside double quotes.", ["quoted", "max_words:6"], "\"Welcome, do come in!\""),
    ("cat", 0.1, "Describe a cat in exactly seven words.", ["words:7"], "A grey cat sleeps near the stove."),
    ("sea", 0.2, "Write a line about the sea. Begin with Slowly and end with \"shore.\"", ["starts:Slowly", "ends:shore."], "Slowly the tide comes back to the shore."),
    ("garden", 0.3, "Write three lines about a garden, without any comma.", ["lines:3", "no_commas"], "Beans climb the old fence\nBees visit the thyme\nA cat sleeps under the pear tree"),
    ("snow", 0.5, "Describe snow without the letter a, in at most ten words.", ["no_letter:a", "max_words:10"], "White, soft, cold: it drifts down in silence."),
    ("lamp", 0.6, "Use the word lamp exactly twice, in at most twelve words.", ["twice:lamp", "max_words:12"], "One lamp by the door, one lamp by the bed."),
    ("bag", 0.7, "List four things to pack, each after a dash, in small letters.", ["bullets:4", "lowercase"], "- a warm jumper\n- dry socks\n- a torch\n- some bread"),
    ("tea", 0.9, "Write about tea: two sentences, ten words in all.", ["sentences:2", "words:10"], "Tea warms cold hands well. Add milk only at last."),
    ("sun", 1.0, "Write three lines that begin with S, U and N, without any comma.", ["initials:sun", "no_commas"], "Streets shine after the rain\nUnder them the old town hums\nNobody hurries today"),
    ("arch", 1.2, "Describe a bridge in one sentence without the letter e.", ["no_letter:e", "sentences:1"], "A long span of iron and rock joins two banks."),
    ("soup", 1.3, "Write nine words about soup, in small letters, without any comma.", ["words:9", "lowercase", "no_commas"], "hot soup with beans and leeks warms the kitchen"),
    ("home", 1.4, "In at least eight words, begin with Home and end with \"home.\"", ["starts:Home", "ends:home.", "min_words:8"], "Home is the place we always call home."),
    ("birds", 1.6, "Write five words in alphabetical order.", ["alphabetical", "words:5"], "All birds chase dull evenings."),
    ("walk", 1.8, "Ask a question of eight words without the letter i.", ["no_letter:i", "words:8", "ends:?"], "Do you ever walk home after dark alone?"),
    ("storm", 1.9, "Write three lines of three words each about a storm.", ["lines:3", "line_words:3"], "Grey clouds gather\nWind bends trees\nRain comes down"),
    ("baker", 2.1, "Write five lines in small letters whose first letters spell bread.", ["initials:bread", "lowercase"], "baking begins early\nrolls rise slowly\nembers glow\nall wait\ndoors open"),
    ("leaves", 2.3, "Write two sentences with the word tree but without the letter o.", ["no_letter:o", "sentences:2", "uses:tree"], "The tree near the gate bends. Its leaves drift past the fence."),
    ("dance", 2.6, "Write seven words in alphabetical order, in small letters.", ["alphabetical", "words:7", "lowercase"], "a brave cat dances each frosty gathering"),
    ("socks", 2.9, "Ask a question of twelve words without the letter e.", ["no_letter:e", "words:12", "ends:?"], "Do you know who hid all my socks in that tall oak?"),
]


def main():
    rng = random.Random(SEED)
    right = []

    facts = []
    for item, difficulty, question, answer, *wrong in CORNER_FACTS:
        choices = [answer, *wrong]
        rng.shuffle(choices)
        keyed = wrong[0] if item == WRONG_KEY else answer
        # "tempting" lists the choices from right over likely to unlikely
        right.append({"task": "corner_facts", "id": item, "answer": answer, "tempting": [answer, *wrong]})
        facts.append({"id": item, "question": question, "choices": choices, "key": choices.index(keyed), "difficulty": difficulty})
    rng.shuffle(facts)

    sums = []
    for name, difficulty, variants in word_sums(rng):
        for number, (question, answer) in enumerate(variants, start=1):
            shade = round(difficulty + rng.uniform(-0.3, 0.3), 2)
            right.append({"task": "word_sums", "id": f"{name}-{number}", "answer": str(answer)})
            sums.append({"id": f"{name}-{number}", "question": question, "answer": str(answer), "difficulty": shade})
    rng.shuffle(sums)

    rules = []
    for item, difficulty, prompt, checks, reply in HOUSE_RULES:
        right.append({"task": "house_rules", "id": item, "answer": reply})
        rules.append({"id": item, "prompt": prompt, "rules": checks, "difficulty": difficulty})
    rng.shuffle(rules)

    DATA.mkdir(exist_ok=True)
    for name, items in (("corner_facts", facts), ("word_sums", sums), ("house_rules", rules), ("right_answers", right)):
        assert len({item["id"] for item in items}) == len(items), name
        lines = (json.dumps(item, ensure_ascii=False) + "\n" for item in items)
        (DATA / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        print(f"{name}: {len(items)} items")


if __name__ == "__main__":
    main()
