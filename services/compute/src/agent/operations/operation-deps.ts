import type { AgentPeers, AgentSelf, AgentStore } from '../agent-context.ts'

export type OperationDeps = AgentSelf & AgentPeers & AgentStore
