import type { Command } from '../command/command.ts'
import { ACCOUNTS } from '../commands/administer/accounts.ts'
import { JOBS } from '../commands/administer/jobs.ts'
import { KEYS } from '../commands/administer/keys.ts'
import { MEMBERS } from '../commands/administer/members.ts'
import { PLANS } from '../commands/administer/plans.ts'
import { serveCommand } from '../commands/administer/serve.ts'
import { DECISIONS } from '../commands/curate/decisions.ts'
import { reviewCommand } from '../commands/curate/review.ts'
import { calibrateCommand } from '../commands/evaluate/calibrate.ts'
import { demoCommand } from '../commands/evaluate/demo.ts'
import { EVALUATE } from '../commands/evaluate/evaluate.ts'
import { generateCommand } from '../commands/evaluate/generate.ts'
import { trainCommand } from '../commands/evaluate/train.ts'
import { backupCommand } from '../commands/export/backup.ts'
import { exportCommand } from '../commands/export/export.ts'
import { restoreCommand } from '../commands/export/restore.ts'
import { aliasesCommand } from '../commands/import/aliases.ts'
import { CONCORDANCES } from '../commands/import/concordances.ts'
import { importCommand } from '../commands/import/import.ts'
import { RECIPES } from '../commands/import/recipes.ts'
import { STORED_CONCORDANCES } from '../commands/import/stored-concordances.ts'
import { deactivateCommand, SUPPLIERS } from '../commands/import/suppliers.ts'
import { FOLDER_COMMANDS } from '../commands/maintain/folder.ts'
import { migrateCommand } from '../commands/maintain/migrate.ts'
import { REBUILDS } from '../commands/maintain/rebuild.ts'
import { alertGroupsCommand, alertsCommand, duplicatesCommand, markCommand } from '../commands/registry/alerts.ts'
import { changesCommand } from '../commands/registry/changes.ts'
import { confirmCommand } from '../commands/registry/confirm.ts'
import { explainCommand } from '../commands/registry/explain.ts'
import { getCommand } from '../commands/registry/get.ts'
import { historyCommand, howCommand, lineageCommand } from '../commands/registry/lineage.ts'
import { decisionsCommand } from '../commands/registry/list-decisions.ts'
import { locateCommand } from '../commands/registry/locate.ts'
import { mapCommand } from '../commands/registry/map.ts'
import { matchCommand } from '../commands/registry/match.ts'
import { searchCommand } from '../commands/registry/search.ts'
import { statsCommand } from '../commands/registry/stats.ts'

/** All commands, in the order of help. A nested command follows its parent. */
export const COMMANDS: readonly Command[] = [
  importCommand,
  ...RECIPES,
  getCommand,
  locateCommand,
  matchCommand,
  mapCommand,
  confirmCommand,
  explainCommand,
  searchCommand,
  ...SUPPLIERS,
  statsCommand,
  alertsCommand,
  alertGroupsCommand,
  markCommand,
  duplicatesCommand,
  reviewCommand,
  ...DECISIONS,
  decisionsCommand,
  lineageCommand,
  historyCommand,
  howCommand,
  aliasesCommand,
  ...CONCORDANCES,
  ...STORED_CONCORDANCES,
  deactivateCommand,
  changesCommand,
  exportCommand,
  restoreCommand,
  ...REBUILDS,
  serveCommand,
  ...ACCOUNTS,
  ...KEYS,
  ...MEMBERS,
  ...PLANS,
  ...JOBS,
  migrateCommand,
  backupCommand,
  ...FOLDER_COMMANDS,
  demoCommand,
  generateCommand,
  ...EVALUATE,
  trainCommand,
  calibrateCommand,
]
