// Which transitions can nobody press with the demo data, once all others were pressed in the usual order, and why?
// Not a test itself.

const reasons: Readonly<Record<string, readonly string[]>> = {
  'no list, record or form has its button: settings, the bell, a calendar, a board or an import do it': [
    'articleRead.record',
    'channelProject.bringIn',
    'employee.chooseMessages',
    'employee.saveProfile',
    'employee.syncPartnerPassword',
    'employee.unbindWeixin',
    'scheduledReport.create',
    'task.reschedule',
    'transfer.applyOrder',
  ],
  'the demo data have none, and none comes of pressing': [
    'deposit.forfeit',
    'manifestProposal.goBack',
    'manifestProposal.leave',
    'manifestProposal.takeOver',
    'outMessage.retry',
    'outMessage.settle',
    'scheduledReport.edit',
    'scheduledReport.pause',
    'scheduledReport.remove',
    'scheduledReport.resume',
    'supplyOrder.acceptFree',
    'webhookDelivery.resend',
  ],
  'the only one was removed before': ['webhook.edit', 'webhook.pause', 'webhook.renew', 'webhook.resume'],
  'a rule refuses it for each of the demo data': [
    'appointment.miss',
    'contract.pass',
    'deposit.apply',
    'role.disable',
    'sampleAcceptance.pass',
  ],
  'its form needs values that belong together, which are not drawn': [
    'nonstandard.create',
    'receipt.create',
    'supplyOrder.addPrice',
    'supplyOrder.create',
    'supplyOrder.parsedPrice',
  ],
}

/** Their names. */
export const unreachable: ReadonlySet<string> = new Set(Object.values(reasons).flat())
