import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pagePlaces } from './page-places.ts'

/** What a file imports from this repository; types are gone before anything is built. */
const importsOf = (path: string): readonly string[] => {
  const text = readFileSync(path, 'utf8')
  const named = [...text.matchAll(/^(?:import|export)(?! type\b)[^'"]*? from '([^']+)'/gm)]
  const bare = [...text.matchAll(/\bimport\(?\s*'([^']+)'/g)]
  const { resolve } = createRequire(pathToFileURL(path))
  return [...named, ...bare]
    .map(([, name = '']) => name)
    .flatMap((name) => {
      if (name.startsWith('.')) return [join(dirname(path), name)]
      return name.startsWith('@nimbo/') ? [resolve(name)] : []
    })
    .filter((found) => /\.tsx?$/.test(found))
}

const reachedFrom = (paths: readonly string[]): ReadonlySet<string> => {
  const reached = new Set(paths)
  for (const path of reached) for (const next of importsOf(path)) reached.add(next)
  return reached
}

test('every file that the page imports lies in a folder whose changes cause a rebuild of the page', () => {
  const { app, sources } = pagePlaces
  const own = globSync('src/**/*.{ts,tsx}', { cwd: app })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => join(app, path))
  const reached = [...reachedFrom(own)]
  assert.ok(reached.length > own.length)
  const places = [app, ...sources].map((place) => place + sep)
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const outside = reached.filter((path) => !places.some((place) => path.startsWith(place)))
  assert.deepEqual(
    outside.map((path) => path.slice(root.length)),
    [],
  )
})
