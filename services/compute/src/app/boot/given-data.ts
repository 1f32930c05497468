import { isOver, type Limits } from '../../domain/quotas/quota.ts'
import type { ServerSecrets } from '../../domain/secrets/server-secrets.ts'
import { errors } from '../../errors.ts'

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** User data without white space; undefined when there is none. */
export const readUserData = (text: string | null | undefined): string | undefined => {
  if (!text) return undefined
  const compact = text.replaceAll(/\s/g, '')
  if (!base64.test(compact)) throw errors.BadRequest({ reason: 'User data needs to be valid base 64.' })
  return compact
}

/** Throws when the injected files exceed the project's limits. */
export const requirePersonality = (personality: ServerSecrets['personality'], limits: Limits): void => {
  const refuse = (reason: string): never => {
    throw errors.PersonalityLimitExceeded({ reason })
  }
  if (isOver(limits.injected_files, personality.length))
    refuse('Maximum number of personality files exceeded')
  for (const { path, contents } of personality) {
    if (!base64.test(contents))
      throw errors.BadRequest({ reason: `Personality content for ${path} cannot be decoded` })
    if (isOver(limits.injected_file_path_length, path.length))
      refuse(`Personality file path exceeds maximum ${limits.injected_file_path_length}`)
    if (isOver(limits.injected_file_content_bytes, Buffer.from(contents, 'base64').length))
      refuse(`Personality file content exceeds maximum ${limits.injected_file_content_bytes}`)
  }
}
