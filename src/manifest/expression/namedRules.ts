// The named rules of a product. A bare name in one is a field of the record on which it is used.
import type { NamedRule } from '../model/rule'

export class NamedRules {
  private readonly declared = new Map<string | undefined, Map<string, NamedRule>>()
  private readonly used = new Set<NamedRule>()

  /** Declares a rule of an entity or, without one, of the app. */
  declare(rule: NamedRule): void {
    const rules = this.declared.get(rule.entity) ?? new Map<string, NamedRule>()
    this.declared.set(rule.entity, rules.set(rule.name, rule))
  }

  /** The rule of a name: of the first owner that has one, else of the app. Counts as a use. */
  use(owners: readonly (string | undefined)[], name: string): NamedRule | undefined {
    const rule = this.among(owners).find((one) => one.name === name)
    if (rule !== undefined) this.used.add(rule)
    return rule
  }

  names(owners: readonly (string | undefined)[]): string[] {
    return [...new Set(this.among(owners).map(({ name }) => name))]
  }

  unused(): NamedRule[] {
    return [...this.declared.values()].flatMap((rules) => [...rules.values()]).filter((rule) => !this.used.has(rule))
  }

  /** The lines of an entity are called `entity.field`, and have its rules. */
  private among(owners: readonly (string | undefined)[]): NamedRule[] {
    const entities = owners.flatMap((owner) => (owner === undefined ? [] : [owner.split('.')[0]]))
    return [...entities, undefined].flatMap((owner) => [...(this.declared.get(owner)?.values() ?? [])])
  }
}
