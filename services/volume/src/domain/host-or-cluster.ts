import { errors } from '../errors.ts'

type Text = string | null | undefined

interface Place {
  readonly host?: Text
  readonly cluster?: Text
}

/**
 * The host or cluster that a request names. Throws unless it names exactly one. `knowsClusters`: whether the microversion has
 * clusters here.
 */
export const hostOrCluster = (
  { host, cluster }: Place,
  knowsClusters: boolean,
): { readonly host: string } | { readonly cluster: string } => {
  const named = knowsClusters && cluster ? cluster : undefined
  if (named !== undefined && !host) return { cluster: named }
  if (named === undefined && host) return { host }
  throw errors.InvalidInput({
    reason: knowsClusters ? 'One and only one of cluster and host must be set.' : 'Host field is missing.',
  })
}
