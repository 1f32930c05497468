import type { Loose } from '@nimbo/testing/loose'
import { once } from 'node:events'
import { request as plainRequest, type IncomingMessage } from 'node:http'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Loose
}

interface Asked {
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const answerWithinMs = 60_000

/** A client of the dashboard service that behaves like a browser on its page: keeps the cookie and sends `Origin`. */
export class BrowserDoor {
  readonly #url: string
  #cookie: string | undefined

  constructor(url: string, cookie?: string) {
    this.#url = url
    this.#cookie = cookie
  }

  get cookie(): string | undefined {
    return this.#cookie
  }

  async ask(method: string, path: string, { json, headers = {} }: Asked = {}): Promise<Reply> {
    const response = await fetch(`${this.#url}/dashboard${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
      headers: {
        ...(method === 'GET' ? {} : { origin: this.#url }),
        ...(this.#cookie === undefined ? {} : { cookie: this.#cookie }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const given = response.headers.get('set-cookie')
    if (given !== null) this.#cookie = given.split(';')[0]
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : text,
    }
  }

  logIn(user: string, password: string, project?: string): Promise<Reply> {
    const json = { method: 'password', user, password, ...(project === undefined ? {} : { project }) }
    return this.ask('POST', '/api/session', { json })
  }

  /** Connects to the stream of events. */
  async events(): Promise<Events> {
    const outgoing = plainRequest(`${this.#url}/dashboard/api/events`, {
      headers: { cookie: this.#cookie ?? '' },
    })
    outgoing.end()
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response')
    if (!incoming) throw new Error('the dashboard answers nothing')
    return new Events(incoming)
  }
}

interface CloudEvent {
  readonly kind: string
  readonly id: string
  readonly project_id: string | null
  readonly event_type: string
}

/** A stream of server-sent events, parsed as it arrives. */
export class Events {
  readonly status: number
  readonly heard: CloudEvent[] = []
  readonly ended: Promise<void>
  readonly #incoming: IncomingMessage
  readonly #waiting = new Set<() => void>()

  constructor(incoming: IncomingMessage) {
    this.status = incoming.statusCode ?? 0
    this.#incoming = incoming
    let text = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk: string) => {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) if (part.startsWith('data: ')) this.heard.push(JSON.parse(part.slice(6)))
      for (const look of this.#waiting) look()
    })
    this.ended = new Promise((resolve) => incoming.once('close', resolve))
    incoming.on('error', () => {})
  }

  /** Resolves to the first event of that kind and id, received already or later. */
  about(kind: string, id: string, withinMs = 10_000): Promise<CloudEvent> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        reject(new Error(`no event about ${kind} ${id} was received, only ${JSON.stringify(this.heard)}`))
      }, withinMs)
      const look = (): void => {
        const found = this.heard.find((event) => event.kind === kind && event.id === id)
        if (!found) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(found)
      }
      this.#waiting.add(look)
      look()
    })
  }

  close(): void {
    this.#incoming.destroy()
  }
}
