// Which transitions can nobody press with the demo data, once all others were pressed in the usual order, and why?
// Not a test itself.

const reasons: Readonly<Record<string, readonly string[]>> = {
  'no list, record or form has its button: settings, the bell, a board or an import do it': [
    'articleRead.record',
    'channelProject.bringIn',
    'employee.chooseMessages',
    'employee.saveProfile',
    'employee.syncPartnerPassword',
    'employee.unbindWeixin',
    'scheduledReport.create',
    'transfer.applyOrder',
  ],
  'the demo data have none, and none comes of pressing': ['deposit.forfeit', 'supplyOrder.acceptFree'],
  'each nonstandard part of the demo data has been requested already': ['nonstandard.create'],
  'no order that is offered first has a complaint with a confirmed liability': ['supplyOrder.create'],
}

/** Their names. */
export const unreachable: ReadonlySet<string> = new Set(Object.values(reasons).flat())
