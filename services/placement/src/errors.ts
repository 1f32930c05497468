import { defineErrors, fault } from '@nimbo/kernel/errors'

const noProvider = (uuid: string): string => `No resource provider with uuid ${uuid} found`

/** The text that some operations append for an unknown provider: the same message again. */
export const saidAgain = (separator: string, uuid: string): string => `${separator}${noProvider(uuid)}`

/** Placement's errors. Details contain `code` where clients need it (since 1.23). */
export const errors = defineErrors({
  ProviderNotFound: fault<{ uuid: string; purpose: string }>(
    'notFound',
    ({ uuid, purpose }) => `${noProvider(uuid)}${purpose}`,
  ),
  NoProviderOfAllocations: fault<{ uuid: string }>(
    'notFound',
    ({ uuid }) => `Resource provider '${uuid}' not found: ${noProvider(uuid)}`,
  ),
  InventoryNotFound: fault<{ uuid: string; resourceClass: string }>(
    'notFound',
    ({ uuid, resourceClass }) => `No inventory of class ${resourceClass} for ${uuid}`,
  ),
  NoInventoryToDelete: fault<{ resourceClass: string }>(
    'notFound',
    ({ resourceClass }) =>
      `No inventory of class ${resourceClass} found for delete: No inventory of class ${resourceClass} found for delete`,
  ),
  ResourceClassNotFound: fault<{ name: string }>('notFound', ({ name }) => `No such resource class ${name}.`),
  TraitNotFound: fault<{ name: string }>('notFound', ({ name }) => `No such trait(s): ${name}.`),
  NothingAllocated: fault<{ consumer: string }>(
    'notFound',
    ({ consumer }) => `No allocations for consumer '${consumer}'`,
  ),
  NotSaved: fault<{ uuid: string; reason: string }>(
    'badRequest',
    ({ uuid, reason }) =>
      `Unable to save resource provider ${uuid}: Object action update failed because: ${reason}`,
  ),
  Invalid: fault<{ reason: string; code?: string }>('badRequest', ({ reason }) => reason),
  OnlyJson: fault<{ type: string }>('notAcceptable', ({ type }) => `Only ${type} is provided`),
  UnsupportedMedia: fault<{ given: string; wanted: string }>(
    'unsupportedMedia',
    ({ given, wanted }) => `The media type ${given} is not supported, use ${wanted}`,
  ),
  DuplicateId: fault<{ id: string; code: string }>(
    'conflict',
    ({ id }) => `Conflicting resource provider uuid: ${id} already exists.`,
  ),
  /** `what` is `name: ` on creation, empty on renaming. */
  DuplicateName: fault<{ what: string; name: string; code: string }>(
    'conflict',
    ({ what, name }) => `Conflicting resource provider ${what}${name} already exists.`,
  ),
  ConcurrentUpdate: fault<{ code: string }>('conflict', 'resource provider generation conflict'),
  OtherGeneration: fault<{ uuid: string; actual: number; given: number; code: string }>(
    'conflict',
    ({ uuid, actual, given }) =>
      `resource provider generation conflict for provider ${uuid}: actual: ${actual}, given: ${given}`,
  ),
  GenerationChanged: fault<{ code: string }>(
    'conflict',
    "Resource provider's generation already changed. Please update the generation and try again.",
  ),
  ConsumerChanged: fault<{ expected: number | null; given: number | null; code: string }>(
    'conflict',
    ({ expected, given }) =>
      `consumer generation conflict - expected ${expected ?? 'null'} but got ${given ?? 'None'}`,
  ),
  InventoryExists: fault<{ uuid: string; resourceClass: string; code: string }>(
    'conflict',
    ({ uuid, resourceClass }) =>
      `Update conflict: resource provider ${uuid} has an inventory of class ${resourceClass} already`,
  ),
  ProviderInUse: fault<{ uuid: string; code: string }>(
    'conflict',
    ({ uuid }) => `Unable to delete resource provider ${uuid}: Resource provider has allocations.`,
  ),
  ProviderHasChildren: fault<{ uuid: string; code: string }>(
    'conflict',
    ({ uuid }) => `Unable to delete parent resource provider ${uuid}: It has child resource providers.`,
  ),
  /** `during` names the operation: `update conflict: `. */
  InventoryInUse: fault<{ during: string; uuid: string; resourceClasses: string; code: string }>(
    'conflict',
    ({ during, uuid, resourceClasses }) =>
      `${during}Inventory for '${resourceClasses}' on resource provider '${uuid}' in use.`,
  ),
  OverCapacity: fault<{ uuid: string; resourceClass: string }>(
    'conflict',
    ({ uuid, resourceClass }) =>
      `Unable to allocate inventory: Unable to create allocation for '${resourceClass}' on resource provider '${uuid}'. The requested amount would exceed the capacity.`,
  ),
  NoSuchInventory: fault<{ uuid: string; resourceClass: string }>(
    'conflict',
    ({ uuid, resourceClass }) =>
      `Unable to allocate inventory: Inventory for '${resourceClass}' on resource provider '${uuid}' invalid.`,
  ),
  ConstraintViolated: fault<{ uuid: string; resourceClass: string }>(
    'conflict',
    ({ uuid, resourceClass }) =>
      `Unable to allocate inventory: Unable to create allocation for '${resourceClass}' on resource provider '${uuid}'. The requested amount would violate inventory constraints.`,
  ),
  ResourceClassInUse: fault<{ name: string }>(
    'conflict',
    ({ name }) =>
      `Error in delete resource class: Cannot delete resource class ${name}. Class is in use in inventory.`,
  ),
  ResourceClassExists: fault<{ name: string }>(
    'conflict',
    ({ name }) => `Conflicting resource class already exists: ${name}`,
  ),
  StandardClassUpdate: fault<{ name: string }>(
    'badRequest',
    ({ name }) => `Cannot update standard resource class ${name}`,
  ),
  StandardClassDelete: fault<{ name: string }>(
    'badRequest',
    ({ name }) => `Error in delete resource class: Cannot delete standard resource class ${name}`,
  ),
  TraitInUse: fault<{ name: string }>(
    'conflict',
    ({ name }) => `The trait ${name} is in use by a resource provider.`,
  ),
  Forbidden: fault<{ rule: string }>(
    'forbidden',
    ({ rule }) => `Policy does not allow ${rule} to be performed.`,
  ),
})

export const codes = {
  undefined: 'placement.undefined_code',
  inventoryInUse: 'placement.inventory.inuse',
  concurrentUpdate: 'placement.concurrent_update',
  duplicateName: 'placement.duplicate_name',
  providerInUse: 'placement.resource_provider.inuse',
  providerNotFound: 'placement.resource_provider.not_found',
  cannotDeleteParent: 'placement.resource_provider.cannot_delete_parent',
  badValue: 'placement.query.bad_value',
  duplicateKey: 'placement.query.duplicate_key',
  missingValue: 'placement.query.missing_value',
} as const
