import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const TICK_MS = 10 // Linux counts the CPU time of a process in hundredths of a second

/** Returns the CPU time in milliseconds that a process and its threads have used (proc(5), utime and stime). */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Returns the id of a process. Throws if the process could not be started. */
export function pidOf({ pid, spawnfile }: ChildProcess): number {
  if (pid === undefined) throw new Error(`${spawnfile} could not be started.`)
  return pid
}

/** Returns the number below which a share of the numbers lies, such as 0.95 of them; NaN without numbers. */
export function quantile(numbers: number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN
}

/** Returns the middle one of some numbers; NaN without numbers. */
export const median = (numbers: number[]): number => quantile(numbers, 0.5)

// The headers of a browser that opens a page. A server spends time on reading all of them.
const BROWSER_HEADERS = [
  'accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding: gzip, deflate, br, zstd',
  'accept-language: en-GB,en;q=0.9',
  'sec-fetch-dest: document',
  'sec-fetch-mode: navigate',
  'sec-fetch-site: none',
  'upgrade-insecure-requests: 1',
  'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0 Safari/537.36',
]

/** The result of loading a server. */
export interface Load {
  requestsPerSecond: number
  /** The CPU time of the server for a request, in milliseconds. */
  cpuMsPerRequest: number
  /** The share of one core that the client itself used. */
  clientShare: number
}

/**
 * Requests one URL over 16 connections for some seconds. Throws if an answer is not a success. The client is wrk, which
 * is written in C: a client in JavaScript would use a whole core and then measure itself.
 */
export async function load(url: string, pid: number, seconds: number): Promise<Load> {
  const before = cpuMs(pid)
  const headers = BROWSER_HEADERS.flatMap((header) => ['-H', header])
  const client = spawn('wrk', ['-t1', '-c16', `-d${seconds}s`, ...headers, url])
  const clientPid = pidOf(client)
  let clientMs = 0
  const watch = setInterval(() => (clientMs = Math.max(clientMs, cpuMs(clientPid))), 100)
  const output = await text(client.stdout)
  clearInterval(watch)
  const count = Number(/(\d+) requests in/.exec(output)?.[1])
  const requestsPerSecond = Number(/Requests\/sec: +([\d.]+)/.exec(output)?.[1])
  if (!(count > 0) || /Non-2xx|Socket errors/.test(output)) throw new Error(`${url}: ${output}`)
  const cpuMsPerRequest = (cpuMs(pid) - before) / count
  return { requestsPerSecond, cpuMsPerRequest, clientShare: clientMs / (seconds * 1000) }
}

/** Prints one line of a result: its name, padded to a column, and its value. */
export function report(name: string, value: string): void {
  process.stdout.write(`  ${name.padEnd(44)} ${value}\n`)
}
