import { EditorPanel } from './panel.tsx'
import { TABLE_TOOLS } from './tables.ts'
import { toKeyName, TOOLS } from './tools.ts'
import styles from './editor.module.css'

const OTHERS = [
  { name: 'Menu of what can be inserted', key: '/ in an empty line' },
  { name: 'Leave the text with the Tab key', key: 'Escape, Tab' },
  { name: 'Undo, redo', key: 'Ctrl+Z, Ctrl+Y' },
  { name: 'Move the line', key: 'Alt+↑, Alt+↓' },
  { name: 'Publish', key: 'Ctrl+Enter' },
]

/** Lists the keys of the editor. */
export function HelpPanel({ onClose }: { onClose: () => void }) {
  const keyed = TOOLS.flatMap(({ name, key }) => (key ? [{ name, key: toKeyName(key) }] : []))
  const inTables = TABLE_TOOLS.map(({ name, key }) => ({ name: `${name}, in a table`, key: toKeyName(key) }))
  return (
    <EditorPanel title="Keys" onClose={onClose}>
      <p className={styles.say}>On a Mac, ⌘ stands for Ctrl.</p>
      <dl className={styles.keys}>
        {[...OTHERS, ...keyed, ...inTables].map(({ name, key }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{key}</dd>
          </div>
        ))}
      </dl>
    </EditorPanel>
  )
}
