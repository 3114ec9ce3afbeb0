import type { Migrations } from '../../../core/store/index.ts'

export const learningMigrations: Migrations = {
  owner: 'learning',
  steps: [
    `CREATE TABLE opinion (
       build TEXT PRIMARY KEY, key TEXT NOT NULL, team TEXT NOT NULL, project TEXT NOT NULL, stage TEXT NOT NULL,
       by TEXT NOT NULL, askedAt INTEGER NOT NULL, facts TEXT NOT NULL, said TEXT
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX opinion_of_stage ON opinion (stage);
     CREATE TABLE lesson_question (
       key TEXT PRIMARY KEY, lesson TEXT NOT NULL, event TEXT NOT NULL, ask TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX lesson_question_of_lesson ON lesson_question (lesson);
     CREATE INDEX lesson_question_of_ask ON lesson_question (ask);
     CREATE TABLE template_proposal (
       template TEXT PRIMARY KEY, build TEXT NOT NULL, team TEXT NOT NULL, folder TEXT NOT NULL, name TEXT NOT NULL,
       text TEXT NOT NULL, evidence TEXT NOT NULL, state TEXT NOT NULL, ask TEXT, base TEXT, before TEXT, by TEXT
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX template_proposal_of_build ON template_proposal (build);
     CREATE INDEX template_proposal_of_ask ON template_proposal (ask);
     CREATE INDEX template_proposal_at_work ON template_proposal (template) WHERE state IN ('found', 'approved');
     CREATE TABLE learned_week (
       until INTEGER PRIMARY KEY, upTo INTEGER NOT NULL, madeAt INTEGER NOT NULL, said TEXT NOT NULL
     ) STRICT;`,
  ],
}
