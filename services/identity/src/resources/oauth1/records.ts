import {
  oauthAccessToken,
  type OauthAccessToken,
  oauthConsumer,
  oauthRequestToken,
} from '@nimbo/contracts/identity/oauth1'
import { repository } from '@nimbo/resource/rows/repository'
import type { Kysely } from 'kysely'
import { seenByAll } from '../../db/paged.ts'
import type { IdentityTables } from '../../db/tables.ts'

export const oauthConsumers = repository(oauthConsumer, seenByAll)
export const oauthRequestTokens = repository(oauthRequestToken, seenByAll)
export const oauthAccessTokens = repository(oauthAccessToken, seenByAll)

/** The access token, unless it has expired. */
export const livingAccessToken = async (
  db: Kysely<IdentityTables>,
  id: string,
  now: number,
): Promise<OauthAccessToken | undefined> => {
  const kept = await oauthAccessTokens.get(db, 'all', id)
  return kept && (kept.expires_at === null || Date.parse(kept.expires_at) > now) ? kept : undefined
}
