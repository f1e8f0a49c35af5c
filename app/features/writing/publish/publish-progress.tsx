import { Progress, type ProgressPart } from '../../../ui/progress.tsx'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'

/** A running publish: its sites, and their results so far. */
export interface Publishing {
  siteIds: string[]
  /** The results of the run, one for each site that is done. */
  results: Record<string, unknown>[]
}

/** Shows the progress of a publish, site by site. */
export function PublishProgress({ sites, siteIds, results }: Publishing & { sites: TargetSite[] }) {
  const parts = siteIds.map((id) => toPart(id, sites, results))
  return (
    <Progress title="Publishing" unit="sites" done={results.length} total={siteIds.length} parts={parts} />
  )
}

function toPart(id: string, sites: TargetSite[], results: Publishing['results']): ProgressPart {
  const label = sites.find((site) => site.id === id)?.name ?? id
  const result = results.find(({ siteId }) => siteId === id)
  if (!result) return { id, label, state: 'Sending...', tone: 'warn' }
  if (result.status !== 'succeeded')
    return { id, label, state: 'Failed', tone: 'bad', note: readNote(result.error) }
  return { id, label, state: 'Published', tone: 'ok', note: readNote(result.url) }
}

const readNote = (value: unknown) => (typeof value === 'string' ? value : undefined)
