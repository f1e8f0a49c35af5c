/**
 * A rule says no. `reason` is one of a closed list; the values that its sentence needs stand beside it. The sentence
 * is made where it is drawn, from the room's `messages.ts`.
 */
export type Refusal<Reason extends string, Values extends object = object> = {
  ok: false
  reason: Reason
} & Values

/** Returns the refusal with this reason; `values` are what its sentence needs. */
export const refuse = <const Reason extends string, Values extends object = object>(
  reason: Reason,
  values?: Values,
): Refusal<Reason, Values> => ({ ok: false, reason, ...values }) as Refusal<Reason, Values>

/** Returns true if a command's answer is a refusal. */
export const isRefusal = <Answer>(answer: Answer): answer is Extract<Answer, { ok: false }> =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false
