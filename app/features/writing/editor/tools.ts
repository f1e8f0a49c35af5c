import { openSearchPanel } from '@codemirror/search'
import { type EditorState, Facet, type TransactionSpec } from '@codemirror/state'
import type { Command, EditorView, KeyBinding } from '@codemirror/view'
import type { IconName } from '../../../ui/icon.tsx'
import {
  bulletList,
  DIVIDER,
  headingOf,
  insertBlock,
  numberedList,
  quote,
  TABLE,
  toggleCode,
  toggleLines,
  turnHeading,
  VIDEO,
} from './format.ts'
import { toggleMark } from './marks.ts'

/** A command of the editor, by a button, by keys or from the menu at the caret. */
export interface Tool {
  name: string
  /** Its keys, as CodeMirror writes them. */
  key?: string
  /** A letter in place of an icon. */
  letter?: string
  icon?: IconName
  run: Command
  /** True if it has a button. */
  isButton?: boolean
  /** True if it changes the view, and not the text. */
  isView?: boolean
  /** The text that it inserts, as the menu at the caret shows it. */
  sample?: string
}

const change =
  (toChange: (state: EditorState) => TransactionSpec): Command =>
  (view: EditorView) => {
    view.dispatch(toChange(view.state))
    view.focus()
    return true
  }

const heading = (level: 2 | 3 | 4): Tool => ({
  name: `Heading ${level}`,
  key: `Mod-Alt-${level}`,
  ...(level < 4 && { sample: '#'.repeat(level) }),
  run: change(toggleLines(headingOf(level))),
})

/** The tools that need only the text. */
const TEXT_TOOLS: Tool[] = [
  { name: 'Heading', letter: 'H', isButton: true, run: change(turnHeading) },
  heading(2),
  heading(3),
  heading(4),
  { name: 'Bold', letter: 'B', key: 'Mod-b', isButton: true, run: change(toggleMark('**')) },
  { name: 'Italic', letter: 'I', key: 'Mod-i', isButton: true, run: change(toggleMark('*')) },
  { name: 'Strikethrough', key: 'Mod-Shift-x', run: change(toggleMark('~~')) },
  { name: 'Code in a line', key: 'Mod-e', run: change(toggleMark('`')) },
  {
    name: 'List',
    icon: 'list',
    key: 'Mod-Shift-8',
    sample: '-',
    isButton: true,
    run: change(toggleLines(bulletList)),
  },
  {
    name: 'Numbered list',
    icon: 'numbers',
    key: 'Mod-Shift-7',
    sample: '1.',
    run: change(toggleLines(numberedList)),
  },
  {
    name: 'Quote',
    icon: 'quote',
    key: 'Mod-Shift-9',
    sample: '>',
    isButton: true,
    run: change(toggleLines(quote)),
  },
  { name: 'Code', icon: 'code', key: 'Mod-Shift-e', sample: '```', isButton: true, run: change(toggleCode) },
  {
    name: 'Table',
    icon: 'table',
    sample: '| |',
    isButton: true,
    run: change((state) => insertBlock(state, TABLE)),
  },
  { name: 'Video', icon: 'video', sample: 'address', run: change((state) => insertBlock(state, VIDEO)) },
  { name: 'Divider', icon: 'divider', sample: '---', run: change((state) => insertBlock(state, DIVIDER)) },
]

/** The panel that a tool opens beside the text. */
export type Panel = 'link' | 'outline' | 'help'

/** The effects of tools outside the text. */
interface Actions {
  open: (panel: Panel) => void
  choosePictures: () => void
  toggleFocusMode: () => void
}

/** Passes the effects outside the text to the tools of a view. */
export const actionsOf = Facet.define<Actions, Actions | undefined>({ combine: ([actions]) => actions })

const call =
  (work: (actions: Actions) => void): Command =>
  ({ state }) => {
    const actions = state.facet(actionsOf)
    if (actions) work(actions)
    return actions !== undefined
  }

/** All tools, in the order of their buttons. */
export const TOOLS: Tool[] = [
  ...TEXT_TOOLS,
  {
    name: 'Link',
    icon: 'link',
    key: 'Mod-Shift-k',
    sample: '[ ]( )',
    isButton: true,
    run: call(({ open }) => open('link')),
  },
  {
    name: 'Add picture',
    icon: 'picture',
    sample: '![ ]',
    isButton: true,
    run: call(({ choosePictures }) => choosePictures()),
  },
  {
    name: 'Find and replace',
    icon: 'search',
    key: 'Mod-f',
    isButton: true,
    isView: true,
    run: openSearchPanel,
  },
  {
    name: 'Outline',
    icon: 'outline',
    key: 'Mod-Alt-o',
    isButton: true,
    isView: true,
    run: call(({ open }) => open('outline')),
  },
  {
    name: 'Focus mode',
    key: 'Mod-Alt-f',
    run: call(({ toggleFocusMode }) => toggleFocusMode()),
  },
  {
    name: 'Keys',
    icon: 'help',
    key: 'Alt-F1',
    isButton: true,
    isView: true,
    run: call(({ open }) => open('help')),
  },
]

/** The keys of all tools. */
export const TOOL_KEYS: KeyBinding[] = TOOLS.flatMap(({ key, run }) =>
  key ? [{ key, run, preventDefault: true }] : [],
)

const isMac = /Mac|iP(?:hone|ad|od)/.test(globalThis.navigator?.platform ?? '')

/** Returns keys as the help shows them, such as `Ctrl+Alt+2`, or `⌘+Alt+2` on a Mac. */
export const toKeyName = (key: string) =>
  key
    .replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replaceAll('-', '+')
    .replaceAll(/Arrow(Up|Down|Left|Right)/g, (_, side: string) => ARROWS[side] ?? side)
    .replace(/\+(\w)$/, (_, last: string) => `+${last.toUpperCase()}`)

const ARROWS: Record<string, string> = { Up: '↑', Down: '↓', Left: '←', Right: '→' }

/** Returns keys in the notation of `aria-keyshortcuts`. */
export const toAriaKeys = (key: string) => {
  const rest = key.replace('Mod-', '').replaceAll('-', '+')
  return key.includes('Mod-') ? `Control+${rest} Meta+${rest}` : rest
}
