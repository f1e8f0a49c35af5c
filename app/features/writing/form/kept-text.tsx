import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useTextOwner } from '../../../shell/use-text-owner.ts'
import { toDraftPath } from '../drafts/drafts.ts'
import { findKept, renewKept } from '../drafts/kept-drafts.ts'

interface KeptTextProps {
  accountId: string
  articleId: string
}

/** Offers the text of a deleted article that this browser kept, because the server did not take it any more. */
export function KeptText({ accountId, articleId }: KeptTextProps) {
  const navigate = useNavigate()
  const owner = useTextOwner(accountId)
  const find = () => findKept(owner, articleId, localStorage)
  const isKept = useSyncExternalStore(
    neverChanges,
    () => find() !== undefined,
    () => false,
  )
  if (!isKept) return null
  const goOn = () => {
    const kept = find()
    if (kept) void navigate(toDraftPath(renewKept(owner, kept, localStorage)))
  }
  return (
    <p className="panel-lead">
      This browser has a text of it that was not saved.{' '}
      <button type="button" className="link" onClick={goOn}>
        Make it a new draft
      </button>
    </p>
  )
}

const neverChanges = () => () => {}
