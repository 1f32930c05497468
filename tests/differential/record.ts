import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ask } from './asked-cloud.ts'
import { readStories } from './questions.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'auth-url': { type: 'string', default: 'http://127.0.0.1:5000/v3' },
    into: { type: 'string', default: join(import.meta.dirname, 'answers') },
  },
})
const password = process.env.OS_PASSWORD
if (password === undefined) throw new Error('OS_PASSWORD must hold the password of the admin')
mkdirSync(values.into, { recursive: true })
for (const story of readStories(join(import.meta.dirname, 'questions'))) {
  if (positionals.length > 0 && !positionals.includes(story.name)) continue
  const answers = await ask({ authUrl: values['auth-url'], password }, story)
  writeFileSync(
    join(values.into, `${story.name}.jsonl`),
    answers.map((one) => `${JSON.stringify(one)}\n`).join(''),
  )
  process.stdout.write(`${story.name}: ${answers.length}\n`)
}
