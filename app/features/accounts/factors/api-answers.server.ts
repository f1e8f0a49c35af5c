import { toProblem } from '../../../shared/problem.ts'
import { REFUSALS, type Refused, toRefusalHeaders } from './factors.ts'
import { factorRefusals } from './messages.ts'

/** Returns the problem (RFC 9457) of a refused change or proof of factors. */
export function answerFactorRefusal(refused: Refused): Response {
  const { reason } = refused
  const code = reason.replaceAll('-', '_')
  return toProblem(REFUSALS[reason], { code, message: factorRefusals[reason] }, toRefusalHeaders(refused))
}
