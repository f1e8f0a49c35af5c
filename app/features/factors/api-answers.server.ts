import { toProblem } from '../../shared/problem.ts'
import { REFUSALS, type Refused } from './factors.ts'
import { factorRefusals } from './messages.ts'

/** Answers with why something about factors was refused. */
export function answerFactorRefusal({ reason, retryAfterS }: Refused): Response {
  const headers: Record<string, string> = retryAfterS ? { 'retry-after': String(retryAfterS) } : {}
  const code = reason.replaceAll('-', '_')
  return toProblem(REFUSALS[reason], { code, message: factorRefusals[reason] }, headers)
}
