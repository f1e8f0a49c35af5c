import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

const TICK_MS = 10 // Linux counts the time of a process in hundredths of a second

/** Milliseconds of CPU that a process and its threads have used so far (proc(5), utime and stime). */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** The middle one of some numbers. */
export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

export interface Load {
  requestsPerSecond: number
  /** CPU of the server, in milliseconds a request. */
  cpuMsPerRequest: number
}

/** Asks one address over and over for some seconds from 16 connections. Every answer must be 200. */
export async function load(url: string, pid: number, seconds: number): Promise<Load> {
  const before = cpuMs(pid)
  const result = await autocannon({
    url,
    duration: seconds,
    connections: 16,
    headers: { 'accept-encoding': 'br' },
  })
  const count = result.requests.total
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} broken`)
  return { requestsPerSecond: result.requests.average, cpuMsPerRequest: (cpuMs(pid) - before) / count }
}

/** Prints one line of a result. */
export function report(name: string, value: string): void {
  process.stdout.write(`  ${name.padEnd(44)} ${value}\n`)
}
