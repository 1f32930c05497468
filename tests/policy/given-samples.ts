import type { Facts } from '@nimbo/http/route'
import type { Context } from '@nimbo/kernel/context'

/** A request whose query or body names its target, and the facts on which its policy rule is checked. */
export interface GivenSample {
  readonly query?: string
  readonly body?: unknown
  readonly facts: (ctx: Context) => Facts
}

/** The owner of the samples. */
export interface SampleOwner {
  readonly projectId: string
  readonly userId: string
  readonly domainId: string
}

const always = (facts: Facts) => (): Facts => facts

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGtQUDZWhs8k/cZcykMkaoX7ZE7DXld8TP79HyddVMTS sample'

/** By operation: each request names the owner of the samples, or the owner's domain. */
export const givenSamples = ({
  projectId,
  userId,
  domainId,
}: SampleOwner): Readonly<Record<string, GivenSample>> => {
  const inDomain = `domain_id=${domainId}`
  const ofUser = { query: `user_id=${userId}`, facts: always({ user_id: userId }) }
  const ofProject = { facts: always({ project_id: projectId }) }
  const user = { name: 'given', domain_id: domainId }
  const credential = { user_id: userId, project_id: projectId, type: 'sample', blob: 'sample' }
  const trust = {
    ...{ trustor_user_id: userId, trustee_user_id: userId, project_id: projectId },
    ...{ impersonation: false, roles: [{ name: 'reader' }] },
  }
  const image = { owner: projectId, visibility: 'private' }
  return {
    'identity.domains.list': { facts: (ctx) => ({ target: { domain: { id: ctx.domainId } } }) },
    'identity.projects.list': { query: inDomain, facts: always({ target: { domain_id: domainId } }) },
    'identity.projects.create': { body: { project: user }, facts: always({ target: { project: user } }) },
    'identity.users.list': { query: inDomain, facts: always({ target: { domain_id: domainId } }) },
    'identity.users.create': { body: { user }, facts: always({ target: { user } }) },
    'identity.groups.list': {
      query: inDomain,
      facts: always({ target: { group: { domain_id: domainId } } }),
    },
    'identity.groups.create': { body: { group: user }, facts: always({ target: { group: user } }) },
    'identity.role_assignments.list': { facts: (ctx) => ({ target: { domain_id: ctx.domainId } }) },
    'identity.credentials.list': { facts: (ctx) => ({ target: { credential: { user_id: ctx.userId } } }) },
    'identity.credentials.create': { body: { credential }, facts: always({ target: { credential } }) },
    'identity.ec2_credentials.create': {
      body: { tenant_id: projectId },
      facts: always({ user_id: userId, target: { credential: { user_id: userId } } }),
    },
    'identity.trusts.create': { body: { trust }, facts: always({ target: { trust } }) },
    'placement.usages.show': { query: `project_id=${projectId}`, ...ofProject },
    'image.images.create': { body: image, facts: always({ project_id: projectId, ...image }) },
    'compute.key-pairs.list': ofUser,
    'compute.key-pairs.show': ofUser,
    'compute.key-pairs.delete': ofUser,
    'compute.key-pairs.create': {
      body: { keypair: { name: 'given', type: 'ssh', public_key: publicKey, user_id: userId } },
      facts: always({ user_id: userId }),
    },
    'compute.quotas.show': ofProject,
    'compute.quotas.defaults': ofProject,
    'compute.quotas.detail': ofProject,
    'compute.quotas.update': { body: { quota_set: { cores: 1 } }, ...ofProject },
    'compute.quotas.delete': ofProject,
    'compute.tenant-usages.show': ofProject,
  }
}
