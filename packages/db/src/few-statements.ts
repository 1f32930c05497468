import {
  BinaryOperationNode,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  type PrimitiveValueListNode,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { ofFewLengths } from './list-lengths.ts'
import { Placeholder } from './parameter-shape.ts'

/**
 * Makes the same statement again where it can, since to prepare one takes longer than to run it.
 *
 * The numbers of `limit` and `offset` are spelled out: SQLite plans by the value of a limit, so where it is a parameter the
 * statement is prepared anew each time it runs. Lists to look values up in (`in (…)`) are lengthened.
 */
export class FewStatements extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    this.#spell(limit)
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    this.append('offset ')
    this.#spell(offset)
  }

  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    const looksUp = this.parentNode !== undefined && BinaryOperationNode.is(this.parentNode)
    super.visitPrimitiveValueList(looksUp ? { ...node, values: ofFewLengths(node.values) } : node)
  }

  #spell(node: OperationNode): void {
    if (ValueNode.is(node) && node.value instanceof Placeholder)
      throw new TypeError('a limit or an offset cannot be a parameter of a prepared query')
    if (ValueNode.is(node) && Number.isSafeInteger(node.value)) this.append(String(node.value))
    else this.visitNode(node)
  }
}
