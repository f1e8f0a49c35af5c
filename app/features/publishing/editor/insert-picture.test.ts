import { describe, expect, test } from 'vitest'
import {
  moveMarks,
  toAltText,
  toInsertionPoint,
  toMark,
  toParagraph,
  withoutMarks,
} from './insert-picture.ts'

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
