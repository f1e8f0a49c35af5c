// Rounded widths in Arial at 20 px, the font of Google's titles. They are exact enough to find titles that are cut off.
const NARROW = /[ijl|.,:;'!]/
const SLIM = /[ftrI() [\]{}/\\"*-]/
const WIDE = /[mwMW@%—]/
const CAPITAL = /\p{Lu}|[&~+=<>]/u
const DOUBLE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u

const CLASSES: [RegExp, number][] = [
  [NARROW, 5],
  [SLIM, 6.5],
  [WIDE, 16.5],
  [CAPITAL, 13.8],
  [DOUBLE, 20],
]

const OTHER = 10.8

/** Returns the approximate width of a title in a search result, in pixels. */
export const toTitleWidth = (title: string): number =>
  Math.round(
    Array.from(title).reduce(
      (sum, sign) => sum + (CLASSES.find(([signs]) => signs.test(sign))?.[1] ?? OTHER),
      0,
    ),
  )
