import { markdownLanguage } from '@codemirror/lang-markdown'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import {
  bulletList,
  DIVIDER,
  headingOf,
  insertBlock,
  insertLink,
  numberedList,
  quote,
  readSelection,
  TABLE,
  toggleCode,
  toggleLines,
  turnHeading,
} from './format.ts'
import { toggleMark } from './marks.ts'
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
    ['a `‹code›` b', '`', 'a ‹code› b'],
    ['‹a`b›', '`', '`` ‹a`b› ``'],
    ['`` ‹a`b› ``', '`', '‹a`b›'],
    ['a `co‹de` b', '**', 'a **`co‹de`** b'],
    ['a `‹co›de` b', '**', 'a **‹`code`›** b'],
    ['‹one\n\ntwo›', '**', '**‹one**\n\n**two›**'],
    ['**‹one**\n\n**two›**', '**', '‹one\n\ntwo›'],
    ['‹**one**\n\ntwo›', '**', '‹**one**\n\n**two›**'],
    ['‹**one** and **two**›', '**', '**‹one and two›**'],
    ['‹one\ntwo›', '*', '*‹one\ntwo›*'],
    ['‹## One\ntwo\n› x', '~~', '## ~~‹One~~\n~~two›~~\n x'],
    ['‹- one\n  - two\n1. [x] three›', '**', '- **‹one**\n  - **two**\n1. [x] **three›**'],
    ['‹> one\n> - two›', '**', '> **‹one**\n> - **two›**'],
    ['| ‹a | b |\n| - | - |\n| c › | d |', '**', '| **‹a** | **b** |\n| - | - |\n| **c›**  | d |'],
    ['‹one\n\n```\ncode\n```\n\ntwo›', '**', '**‹one**\n\n```\ncode\n```\n\n**two›**'],
    ['```\nco‹de\n```', '**', '```\nco‹de\n```'],
    ['one\n‹\n›two', '**', 'one\n‹\n›two'],
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
    ['‹one\n\ntwo›', quote, '> ‹one\n>\n> two›'],
    ['> ‹one\n>\n> two›', quote, '‹one\n\ntwo›'],
    ['> ‹one\n> two›', bulletList, '> - ‹one\n> - two›'],
    ['> o‹ne', headingOf(2), '> ## o‹ne'],
    ['- one\n  - t‹wo', numberedList, '- one\n  1. t‹wo'],
    ['‹one\n\n```\ncode\n```›', bulletList, '- ‹one\n\n```\ncode\n```›'],
    ['| a‹ |\n| - |', headingOf(2), '| a‹ |\n| - |'],
    ['| a‹ |\n| - |', quote, '> | a‹ |\n> | - |'],
    ['```\na‹\n```', quote, '> ```\n> a‹\n> ```'],
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
  expect(change('‹', toggleCode)).toBe('```‹\n\n```\n')
  expect(change('a\n\nl‹et x\nlet› y', toggleCode)).toBe('a\n\n```‹\nlet x\nlet y\n```\n')
})

const makeTable = (state: EditorState) => insertBlock(state, TABLE)
const makeLine = (state: EditorState) => insertBlock(state, DIVIDER)

describe('a block keeps the words that are selected, and the block around it', () => {
  const code = toggleCode
  const made = '| ‹Column› | Column |\n| --- | --- |\n|  |  |\n|  |  |'
  test.each([
    ['the ‹words› here', makeTable, `the words here\n\n${made}\n`],
    ['‹one\n›two', makeTable, `one\n\n${made}\n\ntwo`],
    ['on‹e two', makeLine, 'one two\n\n---\n\n‹\n'],
    ['| a‹ |\n| - |\n| b |\n\nc', makeTable, `| a |\n| - |\n| b |\n\n${made}\n\nc`],
    ['```\na‹\n\nb\n```', makeTable, `\`\`\`\na\n\nb\n\`\`\`\n\n${made}\n`],
    ['```‹\n\n```\n', code, '‹\n'],
    ['```js\nlet ‹x\n```\n\ny', code, 'let ‹x\n\ny'],
    ['```\n‹a\n\nb›\n```', code, '‹a\n\nb›'],
    ['> ```\n> a‹\n> ```', code, '> a‹'],
    ['```\nopen‹', code, 'open‹'],
    ['‹a ‸\n\n```\nb\n```› c', code, '````‹\na ‸\n\n```\nb\n``` c\n````\n'],
    ['| ‹a› |\n| - |', code, '```‹\n| a |\n| - |\n```\n'],
  ])('%j is changed', (before, toChange, after) => expect(change(before, toChange)).toBe(after))
})

const WORDS =
  '# One *two*\n\nthree [four](/five) `six`\nseven\n\n- eight\n  1. [x] nine\n\n> ten\n\n| 11 | 12 |\n| - | - |\n| 13 | 14 |\n\n```\nfifteen\n\nsixteen\n```\n\nlast'

/** Uses a tool. Expects that it removes no word. */
function use(state: EditorState, tool: (state: EditorState) => TransactionSpec): EditorState {
  const { changes, state: changed } = state.update(tool(state))
  changes.iterChanges((start, end) =>
    expect(state.sliceDoc(start, end).replace(/five|\d\. |\[x\] /, '')).not.toMatch(/\w/),
  )
  return changed
}

test('no tool loses a word, with any words selected, also when it is used twice', () => {
  const tools = [
    ...['**', '*', '~~', '`'].map(toggleMark),
    ...[headingOf(2), bulletList, numberedList, quote].map(toggleLines),
    makeTable,
    makeLine,
    turnHeading,
    toggleCode,
    (state: EditorState) => insertLink(state, { text: readSelection(state), address: '/x' }),
  ]
  for (let anchor = 0; anchor <= WORDS.length; anchor += 9)
    for (let head = anchor; head <= WORDS.length; head += 17) {
      const extensions = [markdownLanguage]
      const state = EditorState.create({ doc: WORDS, selection: { anchor, head }, extensions })
      for (const tool of tools) use(use(state, tool), tool)
    }
})

const link = (text: string) =>
  change(text, (state) => insertLink(state, { text: readSelection(state), address: '/x' }))

test('a link is set in each paragraph and cell, and a second one changes the address', () => {
  expect(link('‹one\n\n- two›')).toBe('[one](/x)\n\n- [two](/x)‹')
  expect(link('| ‹a | b› |\n| - | - |')).toBe('| [a](/x) | [b](/x)‹ |\n| - | - |')
  expect(link('‹[one](/old)›')).toBe('[one](/x)‹')
  expect(link('‹**a** [b] c]›')).toBe(String.raw`[**a** [b] c\]](/x)‹`)
})

test('a link keeps brackets in its words and its address', () => {
  const found = { text: '[a] b', address: 'https://x.example/a b_(c)' }
  expect(change('see ‹this›.', (state) => insertLink(state, found))).toBe(
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
