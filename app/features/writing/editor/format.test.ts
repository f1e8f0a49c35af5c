import { markdownLanguage } from '@codemirror/lang-markdown'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import {
  bulletList,
  DIVIDER,
  headingOf,
  insertBlock,
  insertCode,
  insertLink,
  numberedList,
  quote,
  TABLE,
  toggleLines,
  toggleMark,
  turnHeading,
} from './format.ts'
import { addColumn, addRow, alignColumn, findTable, removeColumn, removeRow } from './tables.ts'

/** Opens a text in which `‹` and `›` stand around the selection, or `|` for the caret if there are none. */
function open(text: string): EditorState {
  const [anchor, end] = [text.indexOf('‹'), text.indexOf('›')]
  const doc = text.replaceAll(/[‹›]/g, '')
  const selection = { anchor: Math.max(0, anchor), head: end === -1 ? Math.max(0, anchor) : end - 1 }
  return EditorState.create({ doc, selection, extensions: [markdownLanguage] })
}

function change(text: string, toChange: (state: EditorState) => TransactionSpec): string {
  const { state } = open(text).update(toChange(open(text)))
  const { from, to } = state.selection.main
  const marked = from === to ? '‹' : `‹${state.sliceDoc(from, to)}›`
  return state.sliceDoc(0, from) + marked + state.sliceDoc(to)
}

describe('marks', () => {
  test.each([
    ['a ‹word› b', '**', 'a **‹word›** b'],
    ['a **‹word›** b', '**', 'a ‹word› b'],
    ['a ‹**word**› b', '**', 'a ‹word› b'],
    ['a wo‹rd b', '**', 'a **wo‹rd** b'],
    ['a **wo‹rd** b', '**', 'a wo‹rd b'],
    ['a‹ word ›b', '*', 'a *‹word›* b'],
    ['a **‹word›** b', '*', 'a ***‹word›*** b'],
    ['a ***‹word›*** b', '*', 'a **‹word›** b'],
    ['a ‹', '**', 'a **‹**'],
    ['‹code›', '`', '`‹code›`'],
  ])('%j with %j becomes %j', (before, mark, after) => expect(change(before, toggleMark(mark))).toBe(after))
})

describe('lines', () => {
  test.each([
    ['‹one', headingOf(2), '## ‹one'],
    ['## ‹one', headingOf(2), '‹one'],
    ['### ‹one', headingOf(2), '## ‹one'],
    ['‹one\n\ntwo›', bulletList, '- ‹one\n\n- two›'],
    ['- ‹one\n- two›', numberedList, '1. ‹one\n2. two›'],
    ['- ‹one', quote, '> - ‹one'],
    ['> ‹one', quote, '‹one'],
    ['‹', bulletList, '- ‹'],
  ])('%j becomes %j', (before, kind, after) => expect(change(before, toggleLines(kind))).toBe(after))

  test('change from level to level', () => {
    expect(change('‹one', turnHeading)).toBe('## ‹one')
    expect(change('## ‹one', turnHeading)).toBe('### ‹one')
    expect(change('### ‹one', turnHeading)).toBe('‹one')
    expect(change('# ‹one', turnHeading)).toBe('## ‹one')
  })
})

test('a block is a paragraph of its own, and its first part is selected', () => {
  expect(change('one‹', (state) => insertBlock(state, DIVIDER))).toBe('one\n\n---\n\n‹\n')
  expect(change('one\n\n‹\n\ntwo', (state) => insertBlock(state, TABLE))).toBe(
    'one\n\n| ‹Column› | Column |\n| --- | --- |\n|  |  |\n|  |  |\n\ntwo',
  )
  expect(change('‹', insertCode)).toBe('```‹\n\n```\n')
  expect(change('a\n\nl‹et x\nlet› y', insertCode)).toBe('a\n\n```‹\nlet x\nlet y\n```\n')
})

test('a link keeps brackets in its words and its address', () => {
  const link = { text: '[a] b', address: 'https://x.example/a b_(c)' }
  expect(change('see ‹this›.', (state) => insertLink(state, link))).toBe(
    String.raw`see [\[a\] b](https://x.example/a%20b_%28c%29)‹.`,
  )
})

const inTable = (text: string, toChange: typeof addRow) =>
  change(text, (state) => {
    const table = findTable(state)
    return (table && toChange(state, table)) ?? {}
  }).replace('‹', '')

describe('a table', () => {
  test.each([
    ['| a‹ | b |\n| --- | --- |\n| 1 | 2 |', addRow, '| a | b |\n| --- | --- |\n|  |  |\n| 1 | 2 |'],
    [
      '| a | b |\n| --- | --- |\n| 1‹ | 2 |\n\nx',
      addRow,
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n|  |  |\n\nx',
    ],
    ['| a‹ | b |\n| --- | --- |\n| 1 | 2 |', addColumn, '| a |  | b |\n| --- | --- | --- |\n| 1 |  | 2 |'],
    ['| a | b‹ |\n| --- | --- |\n| 1 | 2 |', alignColumn, '| a | b |\n| --- | :--- |\n| 1 | 2 |'],
    ['| a | b |\n| --- | :-- |\n| 1 | 2‹ |', alignColumn, '| a | b |\n| --- | :---: |\n| 1 | 2 |'],
    ['| a‹ | b |\n| :-: | - |', alignColumn, '| a | b |\n| ---: | - |'],
    ['a‹ | b\n-: | -', alignColumn, 'a | b\n --- | -'],
    ['| a | b‹ |\n| --- | --- |\n| 1 | 2 |', removeColumn, '| a |\n| --- |\n| 1 |'],
    ['a‹ | b\n--- | ---\n1 | 2', removeColumn, ' b\n ---\n 2'],
    ['| a | b |\n| --- | --- |\n| 1‹ | 2 |\n| 3 | 4 |', removeRow, '| a | b |\n| --- | --- |\n| 3 | 4 |'],
    ['| a‹ | b |\n| --- | --- |', removeRow, '| a | b |\n| --- | --- |'],
    [String.raw`| a \| c‹ | b |` + '\n| --- | --- |', removeColumn, '| b |\n| --- |'],
    ['no‹ table', addRow, 'no table'],
  ])('%j is changed', (before, toChange, after) => expect(inTable(before, toChange)).toBe(after))
})
