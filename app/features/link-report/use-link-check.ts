import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { hasEnded } from '../runs/runs.ts'
import { useRun } from '../runs/use-run.ts'
import type { LinkRun } from './link-report.ts'

/** Follows a check that is under way, and has the screen read anew when it has ended; undefined, if none is. */
export function useLinkCheck(run: LinkRun | undefined): LinkRun | undefined {
  const open = run && !hasEnded(run) ? run : undefined
  const live = useRun(open?.id, 0)
  const { revalidate } = useRevalidator()
  const isOver = live !== undefined && hasEnded(live)
  useEffect(() => {
    if (isOver) void revalidate()
  }, [isOver, revalidate])
  return open && (live ?? open)
}
