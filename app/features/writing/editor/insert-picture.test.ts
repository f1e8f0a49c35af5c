import { describe, expect, test } from 'vitest'
import {
  describePicture,
  moveMarks,
  type InsertedMark,
  removeMark,
  toAltText,
  toGaps,
  toInsertionPoint,
  toMark,
  toParagraph,
  withoutMarks,
} from './insert-picture.ts'

const describeAs = (text: string, alt: string, caption: string) => {
  const change = describePicture(text, { path: '/a.webp', alt, caption })
  return change ? text.slice(0, change.from) + change.insert + text.slice(change.to) : text
}

describe('a picture that is inserted into a text', () => {
  test.each([
    ['', '', 'P\n'],
    ['one', '', '\n\nP\n'],
    ['one\n', 'two', '\nP\n\n'],
    ['one\n\n', '\n\ntwo', 'P'],
    ['one ', ' two', '\n\nP\n\n'],
  ])('is a paragraph of its own between %j and %j', (before, after, inserted) =>
    expect(toParagraph('P', { before, after })).toBe(inserted),
  )

  test.each([
    ['harbour-at-dawn.jpg', 'harbour at dawn'],
    ['A boot_on the beach.PNG', 'A boot on the beach'],
    ['Möwe [1] (klein).webp', 'Möwe 1 klein'],
    ['IMG_4711.jpeg', ''],
    ['image.png', ''],
    ['Screenshot 2026-01-02.png', ''],
    ['20260102.jpg', ''],
    ['a.b', ''],
    ['', ''],
  ])('of the file %j is described as %j', (name, alt) => expect(toAltText(name)).toBe(alt))

  test('is not inserted into the description of another picture', () => {
    const text = 'one ![a](/b) two ![](/c)\n'
    const places = Array.from({ length: text.length + 1 }, (_, caret) => toInsertionPoint(text, caret))
    const [first, second] = [text.indexOf(' two'), text.indexOf('\n')]
    expect(places).toEqual(
      places.map((_, caret) => {
        if (caret > 4 && caret < first) return first
        return caret > 17 && caret < second ? second : caret
      }),
    )
  })

  test('is described letter by letter as it is at once', () => {
    const words = String.raw`A (red) [boat] \ "x" ](`
    const bare = 'Before ![b](/b.webp)\n\n![](/a.webp)\n\nAfter (all).'
    let text = bare
    for (let end = 1; end <= words.length; end += 1) text = describeAs(text, words.slice(0, end), '')
    for (let end = 1; end <= words.length; end += 1) text = describeAs(text, words, words.slice(0, end))
    expect(text).toBe(describeAs(bare, words, words))
    expect(text).toMatch(/^Before !\[b\]\(\/b\.webp\)\n\n!\[A \(red\) .*"\)\n\nAfter \(all\)\.$/)
    expect(describeAs(text, '', '')).toBe(bare)
  })

  test('leaves no placeholder mark in the text', () => {
    const text = `one\n\n${toMark('a](b) *c*.png', 1)}\n\n${toMark('x.png', 12)}\n\ntwo`
    expect(withoutMarks(text)).toBe('one\n\ntwo')
    expect(withoutMarks('![Adding](x) [Adding y](#adding-1)')).toBe('![Adding](x) [Adding y](#adding-1)')
  })

  test('keeps its mark when a version of the text is merged', () => {
    const [one, two] = [`${toMark('x.png', 1)}\n\n`, `${toMark('y.png', 2)}\n\n`]
    expect(moveMarks(`a\n\n${one}b\n\n${two}c`, 'a\n\nnew\n\nb\n\nc')).toBe(`a\n\n${one}new\n\nb\n\n${two}c`)
    expect(moveMarks(`a\n\n${one}b`, 'x\n\na\n\nb')).toBe(`x\n\na\n\n${one}b`)
    expect(moveMarks(`${one}${two}`, 'a')).toBe(`${one}${two}a`)
    expect(moveMarks(`a${one}`, '')).toBe(one)
    for (const version of ['', 'a', 'aa', 'b', 'ab', 'abab'])
      for (const text of [`${one}ab`, `a${one}b`, `ab${one}`]) {
        const moved = moveMarks(text, version)
        expect(moved.split(one)).toHaveLength(2)
        expect(withoutMarks(moved)).toBe(version)
      }
  })
})

/** Inserts a mark for the selected part of a text, as the editor does. */
function place(text: string, [from, to]: [number, number], mark: string): [string, InsertedMark] {
  const [before, after] = [text.slice(0, from), text.slice(to)]
  const gaps = toGaps({ before, after })
  const replaced = text.slice(from, to)
  return [before + gaps.before + mark + gaps.after + after, { mark, gaps, replaced }]
}

function remove(text: string, placed: InsertedMark, others: InsertedMark[] = []): string {
  const change = removeMark(text, placed, others)
  return change ? text.slice(0, change.from) + change.insert + text.slice(change.to) : text
}

describe('a picture that cannot be stored', () => {
  const TEXTS = ['', 'a', 'a\n', 'a\n\n', '\n', '\n\n\n', 'a b\n\nc', 'a\n\n\n\nb\n']
  const [ONE, TWO] = [toMark('x.png', 1), toMark('y.png', 2)]

  test.each(TEXTS)('leaves the text as it was, for every position of the picture: %j', (text) => {
    for (let from = 0; from <= text.length; from += 1)
      for (let to = from; to <= text.length; to += 1) {
        const [marked, placed] = place(text, [from, to], ONE)
        expect(remove(marked, placed)).toBe(text)
      }
  })

  test.each(TEXTS)('leaves it so too if a second one fails with it: %j', (text) => {
    for (let at = 0; at <= text.length; at += 1) {
      const [once, one] = place(text, [at, at], ONE)
      const caret = once.indexOf(ONE) + ONE.length + one.gaps.after.length
      const [twice, two] = place(once, [caret, caret], TWO)
      expect(remove(twice, two, [one])).toBe(once)
      const rest = remove(twice, one, [two])
      expect(rest).toBe(place(text, [at, at], TWO)[0])
      expect(remove(rest, two)).toBe(text)
    }
  })

  test('takes nothing out that was typed beside it, and nothing at all without its mark', () => {
    const [marked, placed] = place('a', [1, 1], ONE)
    expect(remove(marked.replace(`\n\n${ONE}\n`, `\n\nb ${ONE} c`), placed)).toBe('a\n\nb  c')
    expect(remove('a', placed)).toBe('a')
  })
})
