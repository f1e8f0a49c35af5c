/** The result of one check of an installation, in sentences. A check that is not `ok` says what to do. */
export interface Finding {
  state: 'ok' | 'warning' | 'failed' | 'not checked'
  found: string
  /** What to do; null if there is nothing to do. */
  advice: string | null
}

export const ok = (found: string): Finding => ({ state: 'ok', found, advice: null })

/** Something that works, and will not for long, or not for all. */
export const warning = (found: string, advice: string): Finding => ({ state: 'warning', found, advice })

export const failed = (found: string, advice: string): Finding => ({ state: 'failed', found, advice })

export const notChecked = (found: string, advice: string | null = null): Finding => ({
  state: 'not checked',
  found,
  advice,
})

/** Returns the message of an error; of the first one, if a host with several addresses failed with one for each. */
export function toMessage(error: unknown): string {
  if (error instanceof AggregateError) return toMessage(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** Returns a duration as its largest unit: `3 days`, `1 hour`, `20 seconds`. */
export function toDuration(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [1, 'second']
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const UNITS: [number, string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
]
