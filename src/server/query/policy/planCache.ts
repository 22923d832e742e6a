// Caches plans that all callers with the same rights share.
// What differs between these callers is a parameter of the plan: account, unit and tenant.
import type { App } from '../../../manifest/model/app'
import type { Context } from '../../context/context'
import { shownConditions } from '../../context/callerRules'
import { rightsKey } from './rightsKey'
import { tenantsOf } from '../expression/rowSource'

const maxPlans = 2_000

/** Plans by App, rights of the caller and shape of the request; they are dropped with a replaced App. */
export class PlanCache<Plan> {
  private readonly plans = new WeakMap<App, Map<string, Plan>>()

  /** @param shape everything that the plan depends on besides the App and the caller's rights; serialized as JSON */
  get(context: Context, shape: readonly unknown[], plan: () => Plan): Plan {
    let plans = this.plans.get(context.app)
    if (!plans) this.plans.set(context.app, (plans = new Map()))
    const key = JSON.stringify([...rightsShape(context), ...shape])
    let planned = plans.get(key)
    if (planned === undefined) {
      if (plans.size >= maxPlans) plans.clear()
      plans.set(key, (planned = plan()))
    }
    return planned
  }
}

function rightsShape(context: Context): readonly unknown[] {
  const { caller } = context
  return [caller.language, tenantsOf(context), rightsKey(caller), shownConditions(context)]
}
