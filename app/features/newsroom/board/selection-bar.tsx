import type { KeyboardEvent, ReactNode } from 'react'
import { isOfInputMethod } from '../../../shared/keys.ts'
import { countFound } from '../../../shared/page-list.ts'
import { ActionBar, ActionMenu, ActionQuestion } from '../../../ui/action-bar.tsx'
import { useMay } from '../../../shell/use-may.ts'
import type { Selection } from '../../../ui/use-selection.ts'
import { type Board, type BoardSite, CHANGED_AT_ONCE } from './board.ts'
import { countArticles } from './messages.ts'

interface SelectionBarProps {
  board: Pick<Board, 'found' | 'total' | 'sites'>
  selection: Selection
  busy: boolean
  children: ReactNode
}

/** Shows the number of articles, or the actions for the selected ones. Its buttons send the form around it. */
export function SelectionBar({ board, selection, busy, children }: SelectionBarProps) {
  const { found, sites } = board
  const count = selection.isEvery ? found : selection.selected.size
  const mayPublish = useMay('publish')
  const what = count === 0 ? 'the selected articles' : countArticles(count)
  return (
    <ActionBar
      count={countFound(board, countArticles)}
      selection={selection}
      found={found}
      most={CHANGED_AT_ONCE}
      label="Selected articles"
      actions={mayPublish && <Actions what={what} isOne={count === 1} sites={sites} busy={busy} />}
    >
      {children}
    </ActionBar>
  )
}

interface ActionsProps {
  /** The selected articles, in words. */
  what: string
  isOne: boolean
  sites: BoardSite[]
  busy: boolean
}

const Actions = ({ what, isOne, sites, busy }: ActionsProps) => (
  <>
    <button type="submit" name="intent" value="publish" disabled={busy}>
      Publish
    </button>
    <ActionQuestion
      name="unpublish"
      label="Unpublish…"
      title={`Unpublish ${what}?`}
      confirm="Unpublish"
      keep={isOne ? 'Keep it published' : 'Keep them published'}
      busy={busy}
    >
      {isOne
        ? 'Readers will not find it on any site any more. It stays among your articles as a draft.'
        : 'Readers will not find them on any site any more. They stay among your articles as drafts.'}
    </ActionQuestion>
    <ActionMenu name="tags" label="Tags">
      <input
        className="input"
        name="tag"
        aria-label="Tag"
        placeholder="Tag"
        autoComplete="off"
        onKeyDown={addOnEnter}
      />
      <Choices add="add-tag" remove="remove-tag" addText="Add" removeText="Remove" busy={busy} />
    </ActionMenu>
    <ActionMenu name="sites" label="Sites">
      <select className="input" name="siteId" aria-label="Site">
        {sites.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Choices
        add="add-site"
        remove="remove-site"
        addText="Publish there"
        removeText="Take off"
        busy={busy}
      />
    </ActionMenu>
    <ActionQuestion
      name="delete"
      label="Delete…"
      title={`Delete ${what}?`}
      confirm="Delete"
      keep={isOne ? 'Keep it' : 'Keep them'}
      busy={busy}
      isDangerous
    >
      {isOne
        ? 'It is deleted here and on every site. You can bring it back within an hour.'
        : 'They are deleted here and on every site. You can bring them back within an hour.'}
    </ActionQuestion>
  </>
)

// Enter alone would press the first button of the form.
function addOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
  event.preventDefault()
  event.currentTarget.closest('dialog')?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

interface ChoicesProps {
  add: string
  remove: string
  addText: string
  removeText: string
  busy: boolean
}

const Choices = ({ add, remove, addText, removeText, busy }: ChoicesProps) => (
  <div className="mt-3 flex gap-3">
    <button type="submit" className="button is-primary" name="intent" value={add} disabled={busy}>
      {addText}
    </button>
    <button type="submit" className="button" name="intent" value={remove} disabled={busy}>
      {removeText}
    </button>
  </div>
)
