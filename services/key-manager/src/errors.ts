import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Barbican's message for a failed operation. */
const seen = (operation: string, reason: string): string => `${operation} issue seen - ${reason}.`

/** The key manager's errors, with Barbican's messages. */
export const errors = defineErrors({
  Forbidden: fault<{ operation: string }>(
    'forbidden',
    ({ operation }) => `${operation} attempt not allowed - please review your user/project privileges`,
  ),
  Invalid: fault<{ schema: string; reason: string; property: string }>(
    'badRequest',
    ({ schema, reason, property }) =>
      `Provided object does not match schema '${schema}': ${reason}. Invalid property: '${property}'`,
  ),
  InvalidQuery: fault('badRequest', 'URI provided invalid query string parameters.'),
  UnsupportedField: fault('badRequest', 'Provided field value is not supported'),
  QuotaReached: fault<{ operation: string }>('forbidden', ({ operation }) =>
    seen(operation, 'Creation not allowed because a quota has been reached'),
  ),
  NoSuchSecret: fault('notFound', 'Secret not found.'),
  InvalidSecretId: fault('notFound', 'Not Found. Provided secret id is invalid.'),
  NoPayload: fault('notFound', 'Not Found. Sorry but your secret has no payload.'),
  HasPayload: fault('conflict', 'Secret already has data, cannot modify it.'),
  HasConsumers: fault('badRequest', seen('Secret deletion', 'Secret cannot be deleted as it has consumers')),
  TooLarge: fault('tooLarge', 'Provided information too large to process'),
  NoData: fault('badRequest', seen('Secret update', 'No data supplied to process')),
  WrongContentType: fault('notAcceptable', seen('Secret payload retrieval', 'Wrong payload content-type')),
  WrongEncoding: fault(
    'badRequest',
    seen('Secret update', "Text-based binary secret payloads must specify a content-encoding of 'base64'"),
  ),
  WrongRequestType: fault<{ expected: string }>(
    'unsupportedMedia',
    ({ expected }) => `Unexpected content type. Expected content types are: ${expected}`,
  ),
  PutOfJson: fault<{ type: string }>(
    'unsupportedMedia',
    ({ type }) => `Content-Type of '${type}' is not supported for PUT.`,
  ),
  InvalidMetadata: fault('badRequest', 'Invalid Metadata. Keys and Values must be Strings.'),
  InvalidMetadataKey: fault('badRequest', 'Invalid Key. Key must be URL safe.'),
  MetadataExists: fault('conflict', 'Conflict. Key in request is already in the secret metadata'),
  NoSuchMetadata: fault('notFound', 'Secret metadata not found.'),
  OtherMetadataKey: fault('conflict', 'Key in request data does not match key in the request url.'),
  NoSuchContainer: fault('notFound', 'Secrets container not found.'),
  InvalidContainerId: fault('notFound', 'Not Found. Provided container id is invalid.'),
  NoSuchSecretNamed: fault<{ name: string }>(
    'notFound',
    ({ name }) => `Secret provided for '${name}' doesn't exist.`,
  ),
  NoSuchSecretGiven: fault('notFound', "Secret provided doesn't exist."),
  NotGeneric: fault('badRequest', "Only 'generic' containers can be modified."),
  SecretInContainer: fault(
    'conflict',
    'Conflict. A secret with that name and ID is already stored in this container. The same secret can exist in a container as long as the name is unique.',
  ),
  SecretNotInContainer: fault('notFound', 'Secret provided is not in the container'),
  NoSuchConsumer: fault('notFound', 'Consumer not found.'),
  InvalidConsumerId: fault('notFound', 'Not Found. Provided consumer id is invalid.'),
  OthersConsumer: fault('forbidden', 'Not Allowed. Sorry, only the creator of a consumer can delete it.'),
  NoSuchOrder: fault('notFound', 'Order not found.'),
  OrderUpdate: fault('methodNotAllowed', 'Order update is not supported.'),
  NoQuotas: fault('notFound', 'Project quotas not found.'),
  OneStoreOnly: fault(
    'notFound',
    'Not Found. Multiple backends support is not enabled in service configuration.',
  ),
  NoSuchStore: fault('notFound', 'Not Found. Secret store not found.'),
  NoPreferredStore: fault('notFound', 'Not Found. No preferred secret store defined for this project.'),
  /** No available key decrypts the secret: the configured keys were lost or exchanged. */
  Sealed: fault<{ key: string }>(
    'internal',
    () => 'Secret payload retrieval failure seen - please contact site administrator.',
  ),
})
