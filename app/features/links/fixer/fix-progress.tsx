import type { LiveRun } from '../../runs/runs.ts'
import type { FixRun, PostResult } from './fixer.ts'
import { PostResults } from './fix-results.tsx'
import { RUN_TITLES } from './messages.ts'

/** Shows how many posts a run has finished, and its latest results. */
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
    {/* The screen follows runs of the fixer only, so the results are of this type. */}
    <PostResults results={(results as PostResult[]).toReversed()} mode={run.mode} />
  </section>
)
