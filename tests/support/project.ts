import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findRelease } from '../../tools/releases.ts'
import { findRoom } from './postgres.ts'

const FOLDERS = ['app', 'demo', 'public', 'server', 'tools']
const FILES = [
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

const makeFolder = () => mkdtempSync(join(process.env.TEST_TEMPLATE ?? findRoom(), 'project-'))

/** Copies the sources of the project, for a test that edits or builds them. Returns the folder. */
export function copyProject(): string {
  const project = makeFolder()
  for (const source of [...FOLDERS, ...FILES]) cpSync(source, join(project, source), { recursive: true })
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  return project
}

/** Makes an installation with copies of the built release, under these names. The first one is the current one. */
export function copyReleases(names: string[]): string {
  const project = makeFolder()
  mkdirSync(join(project, 'build/packages'), { recursive: true })
  for (const name of names) {
    const release = join(project, 'build/releases', name)
    cpSync(findRelease(), release, { recursive: true, filter: (path) => !path.endsWith('/node_modules') })
  }
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  symlinkSync(`releases/${names[0]}`, join(project, 'build/current'))
  return project
}
