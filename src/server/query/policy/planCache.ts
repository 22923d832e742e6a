// Keeps what is planned once for all callers with the same rights.
// A plan takes what differs between these callers as parameters: their account, unit and tenant.
import type { App } from '../../../manifest/model/app'
import type { Context } from '../../context/context'
import { shownConditions } from '../../context/callerRules'
import { rightsKey } from './rightsKey'
import { tenantsOf } from '../expression/rowSource'

const maxPlans = 2_000

/** Plans by App, rights of the caller and shape of the request; an App that is replaced takes its plans along. */
export class PlanCache<Plan> {
  private readonly plans = new WeakMap<App, Map<string, Plan>>()

  /** @param shape all that the plan depends on, beside the App and the caller's rights; serialized as JSON */
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
