import { copyJson } from '@nimbo/kernel/copy-json'
import type { Json } from '@nimbo/kernel/json'

/**
 * A body of JSON that becomes text only when text is needed, as on a socket. A service of the same process takes a copy of the
 * value instead, since to write and parse a long list takes longer than to make it.
 */
export class JsonBody {
  readonly #value: unknown
  #text: string | undefined

  /** The value must not be modified afterwards. */
  constructor(value: unknown) {
    this.#value = value
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.#value)
    return this.#text
  }

  /** A copy of the value, equal to the parsed text. */
  copy(): unknown {
    return copyJson(this.#value as Json)
  }

  /** From now on, modifying the value throws. */
  freeze(): void {
    frozen(this.#value)
  }

  toString(): string {
    return this.text
  }
}

const frozen = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  Object.freeze(value)
  for (const item of Object.values(value)) frozen(item)
}
