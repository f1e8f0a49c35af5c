import { expect, test } from 'vitest'
import { toClockSentence } from './messages.ts'
import { toPlanTime } from './queries.server.ts'
import { parseZoneCookie, toZoneCookie } from './schedule.ts'
import {
  findClockChange,
  listTimeZones,
  readFormZone,
  readTimeZone,
  toLocal,
  toMomentIn,
  toTimeZone,
} from './time-zones.server.ts'

test('a local time is a moment in its time zone, in summer and in winter', () => {
  expect(toMomentIn('Europe/Berlin', '2026-07-01T09:00')?.toISOString()).toBe('2026-07-01T07:00:00.000Z')
  expect(toMomentIn('Europe/Berlin', '2026-12-01T09:00')?.toISOString()).toBe('2026-12-01T08:00:00.000Z')
  expect(toLocal('Asia/Kathmandu', new Date('2026-12-01T08:00:00Z'))).toBe('2026-12-01T13:45')
})

test('a time that a clock change skips moves forward, and of a repeated time the first one is used', () => {
  expect(toMomentIn('Europe/Berlin', '2027-03-28T02:30')?.toISOString()).toBe('2027-03-28T01:30:00.000Z')
  expect(toMomentIn('Europe/Berlin', '2026-10-25T02:30')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
})

test('what a clock change does to a time is said', () => {
  expect(findClockChange('Europe/Berlin', '2027-03-28T02:30')).toEqual({
    kind: 'skipped',
    asked: '02:30',
    found: '03:30',
  })
  expect(findClockChange('Europe/Berlin', '2026-10-25T02:30')).toEqual({ kind: 'repeated', asked: '02:30' })
  expect([
    findClockChange('Europe/Berlin', '2026-10-25T03:00'),
    findClockChange('Europe/Berlin', '2027-03-28T01:59'),
    findClockChange('Europe/Berlin', 'soon'),
  ]).toEqual([undefined, undefined, undefined])
  expect(toClockSentence({ kind: 'skipped', asked: '02:30', found: '03:30' })).toBe(
    '02:30 does not exist on that day: 03:30.',
  )
  expect(toPlanTime(new Date('2026-10-25T00:30:00Z'), 'Europe/Berlin')).toBe(
    'Oct 25, 2026, 02:30, the first of two',
  )
  expect(toPlanTime(new Date('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toBe(
    'Oct 25, 2026, 02:30, the second of two',
  )
})

const ask = (cookie: string) => new Request('http://localhost', { headers: { cookie } })

test('the time zone is the one that the form showed, else that of the browser or the one chosen today', () => {
  const [sent = ''] = toZoneCookie('Asia/Tokyo').split(';')
  const [chosen = ''] = toZoneCookie('Etc/GMT+5', { isChosen: true }).split(';')
  expect([readTimeZone(ask(sent)), readTimeZone(ask(chosen))]).toEqual(['Asia/Tokyo', 'Etc/GMT+5'])
  expect(parseZoneCookie(chosen.slice('time_zone='.length))).toEqual({ name: 'Etc/GMT+5', isChosen: true })
  const form = new FormData()
  expect(readFormZone(ask(sent), form)).toBe('Asia/Tokyo')
  form.set('timeZone', 'Europe/Berlin')
  expect(readFormZone(ask(sent), form)).toBe('Europe/Berlin')
})

test.each(['', 'tomorrow', '2026-02-30T09:00', '2026-11-25', '2026-11-25T25:00', '2026-11-25T09:00Z'])(
  '“%s” is not a local time',
  (text) => expect(toMomentIn('UTC', text)).toBeUndefined(),
)

test('an unknown time zone becomes UTC', () => {
  expect(toTimeZone('Europe/Berlin')).toBe('Europe/Berlin')
  for (const name of [null, '', 'Atlantis/Harbour', '../etc', 'x'.repeat(500)])
    expect(toTimeZone(name)).toBe('UTC')
  expect(listTimeZones().every((name) => toTimeZone(name) === name)).toBe(true)
})
