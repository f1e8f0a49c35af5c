import type { EditorView } from '@codemirror/view'
import { useState } from 'react'
import { insertLink, readSelection } from './format.ts'
import { EditorPanel, PanelField } from './panel.tsx'
import { useOwnArticles } from './use-own-articles.ts'
import styles from './editor.module.css'

const ADDRESS = /^(?:https?:|mailto:|\/|#)/i

/** Turns the selected words into a link: to a URL, or to one of the account's own articles. */
export function LinkPanel({ view, onClose }: { view: EditorView; onClose: () => void }) {
  const [text, setText] = useState(() => readSelection(view.state))
  const [target, setTarget] = useState('')
  const address = ADDRESS.test(target.trim()) ? target.trim() : ''
  const articles = useOwnArticles(address ? '' : target.trim())
  const insert = (to: string, title = '') => {
    view.dispatch(insertLink(view.state, { text: text.trim() || title, address: to }))
    onClose()
  }
  const choose = () => {
    const [first] = articles ?? []
    if (address) insert(address)
    else if (first) insert(first.path, first.title)
  }
  return (
    <EditorPanel title="Link" onClose={onClose} onEnter={choose}>
      <PanelField
        label="Address, or words of one of your articles"
        placeholder="https://"
        value={target}
        onChange={setTarget}
      />
      <PanelField label="Text" value={text} onChange={setText} />
      <ul className={styles.choices} aria-label="Your articles">
        {articles?.map(({ id, title, path }) => (
          <li key={id}>
            <button type="button" onClick={() => insert(path, title)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
      <output className={styles.say}>
        {articles?.length === 0 && 'No published article of yours has these words.'}
      </output>
      {address && (
        <button type="button" className="button is-primary" onClick={choose}>
          Insert link
        </button>
      )}
    </EditorPanel>
  )
}
