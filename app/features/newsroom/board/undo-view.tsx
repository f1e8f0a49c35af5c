import { Link } from 'react-router'
import { Toast } from '../../../ui/toast.tsx'
import { ARTICLES_PATH } from '../../writing/writing.ts'
import type { Undoable } from './undo.ts'
import { UndoList } from './undo-list.tsx'

interface UndoViewProps {
  undoable: Undoable[]
  /** The sites whose look was changed. Their own screens undo that. */
  looks: { siteId: string; name: string }[]
  refusal: { title: string; description: string } | undefined
}

/** The screen with all acts of the account that can be undone. */
export const UndoView = ({ undoable, looks, refusal }: UndoViewProps) => (
  <>
    <p className="mb-4 text-small">
      <Link className="link" to={ARTICLES_PATH}>
        All articles
      </Link>
    </p>
    <section className="panel" aria-labelledby="undo">
      <h2 id="undo">What can be undone</h2>
      <p className="panel-lead">
        {undoable.length + looks.length > 0
          ? 'Each of them stands here until it cannot be undone any more.'
          : 'Nothing at the moment. What you publish, change, delete or replace shows up here.'}
      </p>
      <UndoList undoable={undoable} />
      <ul>
        {looks.map(({ siteId, name }) => (
          <li key={siteId} className="border-t border-rule py-2 text-small wrap-anywhere">
            <Link className="link is-alone" to={`/manage-sites/${siteId}#face`}>
              The look of {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
    {refusal && <Toast {...refusal} tone="bad" />}
  </>
)
