import type { LiveRun } from '../runs/runs.ts'
import type { FixRun, PostResult } from './backlink-fixer.ts'
import { PostResults } from './fix-results.tsx'
import { RUN_TITLES } from './messages.ts'

/** How far a run is, with what it did last. */
export const FixProgress = ({ run, results }: { run: FixRun; results: LiveRun['results'] }) => (
  <section className="panel progress" aria-labelledby="under-way">
    <div className="progress-head">
      <h2 id="under-way">{RUN_TITLES[run.mode].busy}</h2>
      <output>
        {run.done.toLocaleString('en-US')} of {run.total.toLocaleString('en-US')} posts
      </output>
    </div>
    <progress aria-labelledby="under-way" value={run.done} max={Math.max(1, run.total)} />
    <p className="without-scripts text-small">Load this page again to see how far it is.</p>
    {/* Only this kind of run is followed here. */}
    <PostResults results={(results as PostResult[]).toReversed()} mode={run.mode} />
  </section>
)
