import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Question, Story } from './questions.ts'
import { normal } from './normal.ts'
import { rootsOf, type Service, serviceOf } from './roots.ts'

/** The answer of a cloud to one request, without the values that differ each time. */
export interface Answered {
  readonly line: string
  readonly status: number
  readonly body: unknown
}

export interface AskedCloud {
  readonly authUrl: string
  readonly password: string
}

const personPassword = 'a-Secret-of-9'

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const send = async (
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Reply> => {
  const reply = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      accept: 'application/json',
      connection: 'close',
      ...headers,
    },
    signal: AbortSignal.timeout(120_000),
    ...(body === undefined ? {} : { body }),
  })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, body: parsed(text) }
}

const parsed = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

/** The string or number at a path such as `services.0.id`; empty if there is none. */
const at = (body: unknown, path: string): string => {
  let found = body
  for (const word of path.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, word) : undefined
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

const filled = (text: string, known: ReadonlyMap<string, string>): string =>
  text.replace(/\{([a-z_]+[0-9]?|RUN)\}/g, (whole, name) => known.get(name) ?? whole)

const signIn = async (authUrl: string, name: string, password: string, project: string): Promise<Reply> => {
  const domain = { id: 'default' }
  const auth = {
    identity: { methods: ['password'], password: { user: { name, password, domain } } },
    scope: { project: { name: project, domain } },
  }
  return send('POST', `${authUrl}/auth/tokens`, {}, JSON.stringify({ auth }))
}

const tokenOf = ({ headers }: Reply): string => headers.get('x-subject-token') ?? ''

/** Sends the requests of a story to a cloud, with a new project and a member of it; returns the answer to each. */
export const ask = async (
  { authUrl, password }: AskedCloud,
  { name, questions }: Story,
): Promise<readonly Answered[]> => {
  // It begins with a letter, so that it differs from itself in upper case.
  const run = `r${randomUUID().slice(0, 7)}`
  const admin = await signIn(authUrl, 'admin', password, 'admin')
  const headers = { 'x-auth-token': tokenOf(admin) }
  const make = async (kind: string, body: object): Promise<string> => {
    const made = await send('POST', `${authUrl}/${kind}s`, headers, JSON.stringify({ [kind]: body }))
    return at(made.body, `${kind}.id`)
  }
  const called = `told-${run}`
  const project = await make('project', { name: called, domain_id: 'default' })
  const user = await make('user', { name: called, password: personPassword, domain_id: 'default' })
  const roles = await send('GET', `${authUrl}/roles?name=member`, headers)
  await send(
    'PUT',
    `${authUrl}/projects/${project}/users/${user}/roles/${at(roles.body, 'roles.0.id')}`,
    headers,
  )
  const member = await signIn(authUrl, called, personPassword, called)
  if (tokenOf(member) === '') throw new Error(`no member signs in: ${JSON.stringify(member.body)}`)
  const tokens: Readonly<Record<string, string | undefined>> = {
    ...{ admin: tokenOf(admin), member: tokenOf(member), stranger: 'nothing', nobody: undefined },
  }
  const service = serviceOf(name)
  const roots = new Map([...rootsOf(admin.body), ['identity', authUrl.replace(/\/v3$/, '')] as const])
  const root = roots.get(service) ?? ''
  const known = new Map([
    ...Object.entries({
      run,
      RUN: run.toUpperCase(),
      project,
      user,
      project_name: called,
      user_name: called,
    }),
    ...Object.entries({ password: personPassword, admin_user: at(admin.body, 'token.user.id') }),
    ...Array.from({ length: 9 }, (_, index) => [`uuid${index + 1}`, randomUUID()] as const),
  ])
  const answers: Answered[] = []
  for (const question of questions) {
    const reply = await putUntil({ service, root, known }, question, tokens[question.who])
    for (const [kept, path] of Object.entries(question.kept))
      known.set(kept, path === 'header' ? tokenOf(reply) : at(reply.body, path))
    answers.push({
      line: question.line,
      status: reply.status,
      body: normal(reply.body, { root, roots, known }),
    })
  }
  return answers
}

/** A broken connection counts as an answer with the status 0. */
const fellOver = (): Reply => ({ status: 0, headers: new Headers(), body: null })

interface Asked {
  readonly service: Service
  readonly root: string
  readonly known: ReadonlyMap<string, string>
}

const deadlineMs = 60_000

/** Repeats a request until its answer has the expected value, or the deadline passes. */
const putUntil = async (asked: Asked, question: Question, token: string | undefined): Promise<Reply> => {
  const end = Date.now() + deadlineMs
  for (;;) {
    const reply = await put(asked, question, token).catch(fellOver)
    const { until } = question
    if (until === undefined || at(reply.body, until[0]) === until[1] || Date.now() > end) return reply
    await setTimeout(200)
  }
}

const put = (
  { service, root, known }: Asked,
  question: Question,
  token: string | undefined,
): Promise<Reply> => {
  const { method, path, version, body } = question
  const given = Object.entries(question.headers).map(([name, value]) => [name, filled(value, known)])
  const headers = {
    ...(token === undefined ? {} : { 'x-auth-token': token }),
    ...(version === undefined ? {} : { 'openstack-api-version': `${service} ${version}` }),
    ...Object.fromEntries(given),
  }
  return send(
    method,
    root + filled(path, known),
    headers,
    body === undefined ? undefined : filled(body, known),
  )
}
