import type { Command } from 'commander'
import type { CommandDeclaration, Run } from '../command.ts'
import { example } from '../example.ts'

const commands = () => import('../commands/review.ts')
const learning = () => import('../commands/review-learning.ts')

export const review: CommandDeclaration = {
  usage: 'review',
  group: 'work',
  summary: 'what builds were to do, what they did, and how that changes over time',
  build(command, run) {
    command
      .command('ls', { isDefault: true })
      .alias('list')
      .description('reviews of builds, the newest first')
      .option('--team <team>', 'only those of its project')
      .option('--limit <number>', 'at most so many', '50')
      .action((options: { team?: string; limit: string }) =>
        run(async (context) => (await commands()).listReviews(context, options)),
      )
    command
      .command('show <name>')
      .description('the review of a build, a spec or an idea')
      .addHelpText('after', example('iris review show shop-b3'))
      .action((name: string) => run(async (context) => (await commands()).showReview(context, name)))
    addLearning(command, run)
    command
      .command('judge <build> <subject>')
      .description('say of what differs whether it is good, and how you know')
      .requiredOption('--as <verdict>', 'good, bad or intentional')
      .requiredOption('--because <evidence>', 'how you know')
      .addHelpText(
        'after',
        example('iris review judge shop-b3 src/money.ts --as good --because "It rounds, and is tested"'),
      )
      .action((build: string, subject: string, options: { as: string; because: string }) =>
        run(async (context) => (await commands()).judgeReview(context, { build, subject, ...options })),
      )
    command
      .command('metrics <team>')
      .description('first-pass success, effect of lessons, time and cost of its project over time')
      .option('--span <span>', 'day or week', 'week')
      .option('--spans <number>', 'so many of them, up to now', '12')
      .addHelpText('after', example('iris review metrics shop --span day --spans 30'))
      .action((team: string, options: { span: string; spans: string }) =>
        run(async (context) => (await commands()).showMetrics(context, { team, ...options })),
      )
  },
}

/** What is learned besides what code finds. */
function addLearning(command: Command, run: Run): void {
  command
    .command('ask <build>')
    .description('ask a model once what is to be learned from it')
    .option('--again', 'also when it has said something already')
    .addHelpText('after', example('iris review ask shop-b3'))
    .action((build: string, { again }: { again?: boolean }) =>
      run(async (context) => (await learning()).askReview(context, { build, again: again === true })),
    )
  command
    .command('origins')
    .description('specs and ideas after the fact: what was open, changed later, or made tasks fail')
    .option('--team <team>', 'only those of this team')
    .action((options: { team?: string }) =>
      run(async (context) => (await learning()).listOrigins(context, options)),
    )
  command
    .command('weeks')
    .description('what was learned, week by week')
    .action(() => run(async (context) => (await learning()).listWeeks(context)))
  command
    .command('undo <template>')
    .description('take a template out again that was written on your yes')
    .addHelpText('after', example('iris review undo tpl_01k2v8m6x3q9w4t7r5y0z1a2b3'))
    .action((template: string) => run(async (context) => (await learning()).undoTemplate(context, template)))
}
