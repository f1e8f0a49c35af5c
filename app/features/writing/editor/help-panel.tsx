import { EditorPanel } from './panel.tsx'
import { TABLE_TOOLS } from './tables.ts'
import { toKeyName, TOOLS } from './tools.ts'
import styles from './editor.module.css'

interface Key {
  name: string
  key: string
}

const KEYED = TOOLS.flatMap(({ name, key, isView }) => (key ? [{ name, key: toKeyName(key), isView }] : []))
const isOfView = ({ name, isView = false }: (typeof KEYED)[number]) => isView || name === 'Focus mode'

/** The keys of the editor, by kind. */
const KINDS: { kind: string; keys: Key[] }[] = [
  {
    kind: 'Write',
    keys: [
      { name: 'Menu of what can be inserted', key: '/ in an empty line' },
      { name: 'Undo', key: toKeyName('Mod-z') },
      { name: 'Redo', key: toKeyName('Mod-y') },
      { name: 'Move the line', key: 'Alt+↑, Alt+↓' },
      { name: 'Leave the text', key: 'Escape, Tab' },
      { name: 'Publish', key: toKeyName('Mod-Enter') },
    ],
  },
  { kind: 'Words and lines', keys: KEYED.filter((each) => !isOfView(each)) },
  { kind: 'In a table', keys: TABLE_TOOLS.map(({ name, key }) => ({ name, key: toKeyName(key) })) },
  { kind: 'View', keys: KEYED.filter(isOfView) },
]

/** Lists the keys of the editor. */
export const HelpPanel = ({ onClose }: { onClose: () => void }) => (
  <EditorPanel title="Keys" onClose={onClose}>
    <div className={styles.keys}>
      {KINDS.map(({ kind, keys }) => (
        <section key={kind}>
          <h3>{kind}</h3>
          <dl>
            {keys.map(({ name, key }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{key}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </EditorPanel>
)
