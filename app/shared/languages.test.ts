import { expect, test } from 'vitest'
import { guessLanguage, isLanguage } from './languages.ts'

test.each([
  ['שלום עולם, זהו המאמר הראשון', 'he'],
  ['שלום עולם וגם Postgres', 'he'],
  ['مرحبا بالعالم', 'ar'],
  ['سلام، چطور هستید؟ گفتگو', 'fa'],
  ['یہ ایک بڑا مضمون ہے', 'ur'],
  ['今日はとても良い天気です', 'ja'],
  ['한국어로 쓴 글', 'ko'],
  ['Καλημέρα κόσμε', 'el'],
])('the letters of %j tell %s', (text, language) => expect(guessLanguage(text)).toBe(language))

test.each([
  'The tides',
  'Die Gezeiten',
  'Привет, мир',
  '你好，世界',
  'The word שלום in a text',
  '',
  '12 — 34…',
])('the letters of %j tell no language', (text) => expect(guessLanguage(text)).toBeNull())

test.each([
  ['de', true],
  ['pt-BR', true],
  ['zh-Hant-TW', true],
  ['German', false],
  ['d', false],
  ['de"><script>', false],
])('%j as a language: %s', (text, isOne) => expect(isLanguage(text)).toBe(isOne))
