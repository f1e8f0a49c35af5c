import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { type EditorState, RangeSetBuilder } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import styles from './editor.module.css'

const classOf = (name: string | undefined) => name ?? ''

/** The styles of words and marks of Markdown. The marks are dim; marked words look as readers will see them. */
const highlighting = HighlightStyle.define([
  { tag: tags.strong, fontWeight: '680' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, class: classOf(styles.link) },
  { tag: [tags.url, tags.string], class: classOf(styles.url) },
  { tag: tags.monospace, class: classOf(styles.code) },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], class: classOf(styles.mark) },
])

const atx = (level: string | undefined) => `${level} ${styles.atx}`

const LINES: Record<string, string | undefined> = {
  ATXHeading1: atx(styles.h1),
  ATXHeading2: atx(styles.h2),
  ATXHeading3: atx(styles.h3),
  ATXHeading4: atx(styles.h4),
  ATXHeading5: atx(styles.h4),
  ATXHeading6: atx(styles.h4),
  SetextHeading1: styles.h1,
  SetextHeading2: styles.h2,
  Blockquote: styles.quote,
  FencedCode: styles.codeLine,
  CodeBlock: styles.codeLine,
  Table: styles.codeLine,
  HTMLBlock: styles.codeLine,
  ListItem: styles.item,
}

/** Gives each line in sight the look of its block, and the direction of its first letter; code runs to the right. */
const lineLooks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = toDecorations(view)
    }
    update(update: ViewUpdate) {
      const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state)
      if (update.docChanged || update.viewportChanged || isParsed)
        this.decorations = toDecorations(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

function toDecorations({ state, visibleRanges }: EditorView): DecorationSet {
  const looks = new Map<number, Set<string>>()
  for (const { from, to } of visibleRanges) {
    markLines(state, { from, to }, looks)
    syntaxTree(state).iterate({
      from,
      to,
      enter(node) {
        const look = LINES[node.name]
        if (look)
          markLines(state, { look, from: Math.max(from, node.from), to: Math.min(to, node.to) }, looks)
      },
    })
  }
  const builder = new RangeSetBuilder<Decoration>()
  for (const [from, names] of [...looks].toSorted(([one], [other]) => one - other))
    builder.add(from, from, toLine(names))
  return builder.finish()
}

function toLine(names: Set<string>): Decoration {
  const dir = names.has(classOf(styles.codeLine)) ? 'ltr' : 'auto'
  return Decoration.line({ class: [...names].join(' '), attributes: { dir } })
}

function markLines(
  { doc }: EditorState,
  { look, from, to }: { look?: string; from: number; to: number },
  looks: Map<number, Set<string>>,
): void {
  for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
    const names = looks.get(line.from) ?? new Set<string>()
    if (look) names.add(look)
    looks.set(line.from, names)
    if (line.to >= to) return
  }
}

/** The styles of a text in Markdown. */
export const look = [syntaxHighlighting(highlighting), lineLooks]
