import { toProblem } from '../../../shared/problem.ts'
import { type FactorRefusal, REFUSALS, toRefusalHeaders } from './factors.ts'
import { factorRefusals } from './messages.ts'

/** Returns the problem (RFC 9457) of a refused change or proof of factors. */
export function answerFactorRefusal(refused: FactorRefusal): Response {
  const { reason } = refused
  const code = reason.replaceAll('-', '_')
  return toProblem(REFUSALS[reason], { code, message: factorRefusals[reason] }, toRefusalHeaders(refused))
}
