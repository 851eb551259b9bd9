import {
  BACKSLASH,
  CLOSE_BRACE,
  COLON,
  COMMA,
  NEWLINE,
  OPEN_BRACE,
  QUOTE,
} from "./json-bytes";
import { lineEnd, spaceEnd, textEnd, valueEnd } from "./json-ends";
import { areSame } from "./same-bytes";

/*
 * Layouts and places are tables of words of 32 bits; `packages/core/src/io/layout-table.ts` writes the
 * first and `placed-lines.ts` reads the second.
 */


/** Set in the end of a value: the same bytes as in the record of this layout before. */
const SAME: u32 = 0x80000000;
/** Set in the end of a text that is ASCII without escapes. */
const PLAIN: u32 = 0x40000000;
/** Longer values are not compared. */
const LONGEST: u32 = 256;

/** Bytes of a row before its places: beginning and end of the line, layout, row of that layout before. */
const ROW_HEAD: usize = 16;
/** Where `placeRecords` stopped, in front of the rows. */
const ROWS_HEAD: usize = 16;

/**
 * Finds the lines in [from, end) that are laid out in a known way, at most so many, and writes where their
 * wanted values stand. A line break is at `end - 1`. Returns how many it found; where it stopped stands
 * before the rows. Places are counted from `base`.
 *
 * @param layouts How many, the deepest nesting, and the place of each.
 */
export function placeRecords(
  layouts: usize,
  base: usize,
  from: usize,
  end: usize,
  rows: usize,
  width: usize,
  most: u32,
): u32 {
  const count = load<u32>(layouts);
  const maxDepth = load<i32>(layouts, 4);
  for (let index: u32 = 0; index < count; index++) {
    store<u32>(load<u32>(layouts + (index << 2), 8), 0);
  }
  let found: u32 = 0;
  let row = rows + ROWS_HEAD;
  let at = from;
  while (at < end && found < most) {
    let stop: usize = 0;
    if (load<u8>(at) == OPEN_BRACE) {
      for (let index: u32 = 0; index < count; index++) {
        const layout = <usize>load<u32>(layouts + (index << 2), 8);
        stop = placeRecord(layout, at, end, base, row, maxDepth);
        if (stop == 0) continue;
        store<u32>(row, <u32>(at - base));
        store<u32>(row, <u32>(stop - base), 4);
        store<u32>(row, index, 8);
        const before = load<u32>(layout);
        store<u32>(row, before, 12);
        if (before != 0) markRepeats(layout, base, before, row);
        store<u32>(layout, <u32>row);
        found++;
        row += width;
        break;
      }
    }
    at = (stop == 0 ? lineEnd(at, end) : stop) + 1;
  }
  store<u32>(rows, <u32>(at - base));
  return found;
}

/**
 * Writes the places of the wanted values of the record at `at`, and returns the line break behind it; 0 where it
 * is laid out otherwise.
 *
 * A layout is the row before, the number of places, of what closes a record its place and length, the number
 * of members, and for each member the place and length of its lead, 1 if it is wanted, and how many inner
 * members are, with place and length of the name of each.
 */
function placeRecord(
  layout: usize,
  at: usize,
  end: usize,
  base: usize,
  row: usize,
  maxDepth: i32,
): usize {
  const close = load<u32>(layout, 8);
  const closeLength = load<u32>(layout, 12);
  const members = load<u32>(layout, 16);
  let member = layout + 20;
  let place = row + ROW_HEAD;
  for (let index: u32 = 0; index < members; index++) {
    const length = load<u32>(member, 4);
    if (!areSame(at, load<u32>(member), length)) return 0;
    at += length;
    const isWanted = load<u32>(member, 8);
    const inner = load<u32>(member, 12);
    member += 16;
    let behind: usize;
    if (inner > 0 && load<u8>(at) == OPEN_BRACE) {
      behind = placeInner(member, inner, at, end, base, place + 8, maxDepth);
    } else {
      behind = valueEnd(at, end, maxDepth);
      if (inner > 0) memory.fill(place + 8, 0, inner << 3);
    }
    if (behind == 0) return 0;
    if (isWanted) {
      store<u32>(place, <u32>(at - base));
      store<u32>(place, <u32>(behind - base) | plainMark(at, behind), 4);
      place += 8 + (inner << 3);
    }
    member += inner << 3;
    at = behind;
  }
  if (!areSame(at, close, closeLength)) return 0;
  at = spaceEnd(at + closeLength);
  return load<u8>(at) == NEWLINE ? at : 0;
}

/** The same for the wanted members of an object; 0 for one in which a wanted name occurs twice, too. */
function placeInner(
  names: usize,
  count: u32,
  at: usize,
  end: usize,
  base: usize,
  places: usize,
  maxDepth: i32,
): usize {
  memory.fill(places, 0, count << 3);
  at = spaceEnd(at + 1);
  if (load<u8>(at) == CLOSE_BRACE) return at + 1;
  while (true) {
    if (load<u8>(at) != QUOTE) return 0;
    const key = at + 1;
    at = textEnd(at, end);
    if (at == 0) return 0;
    const length = <u32>(at - 1 - key);
    let place: usize = 0;
    for (let index: u32 = 0; index < count; index++) {
      const name = names + (index << 3);
      if (load<u32>(name, 4) == length && areSame(key, load<u32>(name), length)) {
        place = places + (index << 3);
      }
    }
    if (place == 0 && hasEscape(key, at)) return 0;
    at = spaceEnd(at);
    if (load<u8>(at) != COLON) return 0;
    at = spaceEnd(at + 1);
    const behind = valueEnd(at, end, maxDepth);
    if (behind == 0) return 0;
    if (place != 0) {
      if (load<u32>(place) != 0) return 0;
      store<u32>(place, <u32>(at - base));
      store<u32>(place, <u32>(behind - base) | plainMark(at, behind), 4);
    }
    at = spaceEnd(behind);
    const byte = load<u8>(at);
    if (byte == CLOSE_BRACE) return at + 1;
    if (byte != COMMA) return 0;
    at = spaceEnd(at + 1);
  }
}

function hasEscape(at: usize, end: usize): bool {
  for (; at < end; at++) if (load<u8>(at) == BACKSLASH) return true;
  return false;
}

/** `PLAIN` for a text of at most so many bytes that are ASCII without escapes. */
function plainMark(from: usize, end: usize): u32 {
  if (load<u8>(from) != QUOTE || end - from > LONGEST) return 0;
  const backslashes = i8x16.splat(BACKSLASH);
  let at = from + 1;
  for (; at + 16 <= end; at += 16) {
    const bytes = v128.load(at);
    if (v128.any_true(i8x16.eq(bytes, backslashes)) || i8x16.bitmask(bytes) != 0) return 0;
  }
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == BACKSLASH || byte > 0x7f) return 0;
  }
  return PLAIN;
}

/** Marks the values that are the same as in another row of this layout. */
function markRepeats(layout: usize, base: usize, before: usize, row: usize): void {
  const end = ROW_HEAD + (<usize>load<u32>(layout, 4) << 3);
  for (let place = ROW_HEAD; place < end; place += 8) {
    const one = load<u32>(before + place);
    const other = load<u32>(row + place);
    const oneEnd = load<u32>(before + place, 4) & ~(SAME | PLAIN);
    const otherMarked = load<u32>(row + place, 4);
    const length = (otherMarked & ~PLAIN) - other;
    if (oneEnd - one != length || length > LONGEST || length == 0) continue;
    if (areSame(base + one, base + other, length)) store<u32>(row + place, otherMarked | SAME, 4);
  }
}
