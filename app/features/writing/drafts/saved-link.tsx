import type { RefObject } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DraftSaver } from './draft-saver.ts'

interface SavedLinkProps {
  to: string
  saver: RefObject<DraftSaver | undefined>
  /** True if it leads to the deletion of something. */
  isDangerous?: boolean
  /** True if the text is saved as a revision. */
  isRevision?: boolean
  children: string
}

/** A link to a screen about the saved text. With scripts, typed text is saved first. */
export function SavedLink({ to, saver, isDangerous = false, isRevision = false, children }: SavedLinkProps) {
  const navigate = useNavigate()
  return (
    <Link
      className={isDangerous ? 'link text-small text-bad' : 'link text-small'}
      to={to}
      onClick={(event) => {
        if (!saver.current || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        const saved = isRevision ? saver.current.saveRevision() : saver.current.save()
        void saved.then(() => navigate(to))
      }}
    >
      {children}
    </Link>
  )
}
