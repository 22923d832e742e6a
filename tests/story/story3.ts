// What happens in the third story, step by step, with every number and every refusal? A store is built from the plan to the opening.
// Numbers of steps are those of the story; days are counted from the day of the run.
import type { Step } from './story1'

const address = { province: '浙江省', city: '杭州市', district: '滨江区', detail: '江南大道 588 号' }

export const story3: readonly Step[] = [
  { step: 1, role: 'storebuilder', screen: '/buildStore/planConfirm', action: 'storeProject.create', keep: 'JD1', values: { buildType: 'new', name: '滨江旗舰店', series: 'wholeHome', storeType: 'flagship', city: '杭州市', address, area: '120.00', budget: '300000.00', planOpenOn: { day: 90 }, contact: '方国强', mobile: '13800000008' }, states: { JD1: 'planning' }, refs: { MD1: ['JD1', 'store'] }, numbers: { 'JD1.kind': 'standard', 'MD1.state': 'building', 'MD1.storeNo': 'J1000102', 'JD1.subsidyAmount': null } },
  { step: 2, role: 'admin', screen: '/buildStore/planConfirm', action: 'storeProject.uploadPlan', on: 'JD1', values: { files: ['#plan.png'] }, states: { JD1: 'planConfirming' }, numbers: { 'JD1.documents.0.fileVersion': 1, 'JD1.documents.0.confirmed': null } },
  { step: 3, role: 'storebuilder', screen: '/buildStore/planConfirm', action: 'storeProject.rejectPlan', on: 'JD1', note: '主通道过窄', states: { JD1: 'planning' }, numbers: { 'JD1.documents.0.confirmed': '0', 'JD1.documents.0.remark': '主通道过窄', 'JD1.documents.0.confirmedBy': '@storebuilder' } },
  { step: 4, role: 'admin', screen: '/buildStore/planConfirm', action: 'storeProject.uploadPlan', on: 'JD1', values: { files: ['#plan2.png'] }, states: { JD1: 'planConfirming' }, numbers: { 'JD1.documents.length': 2, 'JD1.documents.1.fileVersion': 2 } },
  { step: 5, role: 'storebuilder', screen: '/buildStore/planConfirm', action: 'storeProject.confirmPlan', on: 'JD1', states: { JD1: 'buildDrawing' }, numbers: { 'JD1.documents.0.confirmed': '0', 'JD1.documents.1.confirmed': '1' } },
  { step: 7, role: 'admin', screen: '/buildStore/buildFiles', action: 'storeProject.uploadBuild', on: 'JD1', values: { files: ['#build1.png', '#build2.png', '#build3.png'] }, states: { JD1: 'buildConfirming' }, numbers: { 'JD1.documents.2.files.length': 3 } },
  { step: 8, role: 'storebuilder', screen: '/buildStore/buildFiles', action: 'storeProject.confirmBuild', on: 'JD1', states: { JD1: 'sampleDrawing' } },
  { step: 9, role: 'admin', screen: '/buildStore/sampleFiles', action: 'storeProject.uploadSample', on: 'JD1', values: { files: ['#sample1.png', '#sample2.png'] }, states: { JD1: 'sampleConfirming' } },
  { step: 10, role: 'storebuilder', screen: '/buildStore/sampleFiles', action: 'storeProject.confirmSample', on: 'JD1', states: { JD1: 'policyIssuing' } },
  { step: 11, role: 'admin', screen: '/buildStore/policyConfirm', action: 'storeProject.issuePolicy', on: 'JD1', values: { files: ['#letter.png'], sampleRate: '0.50', subsidyPerM2: '200.00' }, states: { JD1: 'policyConfirming' }, numbers: { 'JD1.subsidyAmount': '24000.00' } },
  { step: 12, role: 'storebuilder', screen: '/buildStore/policyConfirm', action: 'storeProject.confirmPolicy', on: 'JD1', states: { JD1: 'building' }, numbers: { 'JD1.documents.length': 5, 'JD1.documents.0.confirmed': '0', 'JD1.documents.1.confirmed': '1', 'JD1.documents.2.confirmed': '1', 'JD1.documents.3.confirmed': '1', 'JD1.documents.4.confirmed': '1' } },
]
