import { defineErrors, fault } from '@nimbo/kernel/errors'

/** The errors of the image service. */
export const errors = defineErrors({
  ImageNotFound: fault<{ id: string }>('notFound', ({ id }) => `No image found with ID ${id}`),
  ImageExists: fault<{ id: string }>('conflict', ({ id }) => `Image ID ${id} already exists!`),
  MemberNotFound: fault<{ id: string; member: string }>(
    'notFound',
    ({ id, member }) => `${member} not found in the member list of the image ${id}.`,
  ),
  MemberExists: fault<{ member: string; id: string }>(
    'conflict',
    ({ member, id }) => `Member ${member} is duplicated for image ${id}`,
  ),
  TagNotFound: fault<{ tag: string; id: string }>(
    'notFound',
    ({ tag, id }) => `Tag ${tag} not found in image ${id}`,
  ),
  NamespaceNotFound: fault<{ namespace: string }>(
    'notFound',
    ({ namespace }) => `Metadata definition namespace=${namespace} was not found.`,
  ),
  NamespaceExists: fault<{ namespace: string }>(
    'conflict',
    ({ namespace }) => `The metadata definition namespace=${namespace} already exists.`,
  ),
  DefinitionNotFound: fault<{ kind: string; name: string; namespace: string }>(
    'notFound',
    ({ kind, name }) => `Could not find ${kind === 'property' ? kind : `metadata ${kind}`} ${name}`,
  ),
  DefinitionExists: fault<{ kind: string; name: string; namespace: string }>(
    'conflict',
    ({ kind, name, namespace }) =>
      `A metadata definition ${kind} with name=${name} already exists in namespace=${namespace}.`,
  ),
  AssociationNotFound: fault<{ name: string; namespace: string }>(
    'notFound',
    ({ name, namespace }) =>
      `The metadata definition resource-type association of resource-type=${name} to namespace=${namespace}, was not found.`,
  ),
  AssociationExists: fault<{ name: string; namespace: string }>(
    'conflict',
    ({ name, namespace }) =>
      `The metadata definition resource-type association of resource-type=${name} to namespace=${namespace} already exists.`,
  ),
  CachingUnsupported: fault('notFound', 'Caching via API is not supported at this site.'),
  OverLimit: fault<{ project: string; resource: string; limit: number; usage: number; more: number }>(
    'tooLarge',
    ({ project, resource, limit, usage, more }) =>
      `Project ${project} is over a limit for [Resource ${resource} is over limit of ${limit} due to current usage ${usage} and delta ${more}]`,
  ),
  TaskNotFound: fault<{ id: string }>('notFound', ({ id }) => `Could not find task ${id}`),
  TaskNotDeletable: fault<{ allow: string }>(
    'methodNotAllowed',
    'This operation is currently not permitted on Glance Tasks. They are auto deleted after reaching the time based on their expires_at property.',
  ),
  StoreUnknown: fault<{ store: string }>(
    'badRequest',
    ({ store }) => `Requested store ${store} not available on this Glance node`,
  ),
  StoreReadOnly: fault('gone', 'Error in store configuration. Adding images to store is disabled.'),
  Conflict: fault<{ reason: string }>('conflict', ({ reason }) => reason),
  Absent: fault<{ reason: string }>('notFound', ({ reason }) => reason),
  ImportFailed: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  Invalid: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  Forbidden: fault<{ rule: string }>(
    'forbidden',
    ({ rule }) => `You are not authorized to complete ${rule} action.`,
  ),
  NotAllowed: fault<{ reason: string }>('forbidden', ({ reason }) => reason),
  WrongStatus: fault<{ id: string; from: string; to: string }>(
    'conflict',
    ({ from, to }) => `Image status transition from ${from} to ${to} is not allowed`,
  ),
  UploadLost: fault<{ id: string }>(
    'conflict',
    ({ id }) => `The upload of image ${id} was given up meanwhile. Send the data again.`,
  ),
  NoData: fault<{ id: string }>('notFound', ({ id }) => `Image ${id} has no data.`),
  Deactivated: fault<{ id: string }>(
    'forbidden',
    'The requested image has been deactivated. Image data download is forbidden.',
  ),
  Unsatisfiable: fault<{ range: string }>('rangeNotSatisfiable', 'The requested range is not satisfiable.'),
  UnsupportedMedia: fault<{ type: string }>(
    'unsupportedMedia',
    ({ type }) => `The request media type ${type} is not supported by this server.`,
  ),
})
