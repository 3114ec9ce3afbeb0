import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDetector } from './detector.ts'

const detector = createDetector({ minConfidence: 0.7 })

describe('questions without a mark', () => {
  test.each([
    ['en', 'Shall I go on'],
    ['en', 'Should I delete the old table'],
    ['en', 'The suite is slow but complete. Do you want me to run the tests now'],
    ['en', 'Which port should I use'],
    ['en', 'The old backup has the same name. Overwrite it (y/n)'],
    ['en', 'Would you like me to:\n- rename the module\n- leave it alone'],
    ['de', 'Darf ich fortfahren'],
    ['de', 'Soll ich die alte Tabelle löschen'],
    ['es', 'Quieres que siga con la migración'],
    ['fr', 'Dois-je continuer'],
    ['it', 'Vuoi che continui con la seconda parte'],
    ['pt', 'Quer que eu continue'],
    ['ru', 'Продолжать ли мне'],
    ['zh', '可以删除旧表吗'],
    ['ja', '続けましょうか'],
    ['ko', '계속할까요'],
    ['en', 'Should the cache be cleared too'],
    ['en', 'Do we keep the old endpoint'],
    ['en', 'Am I allowed to touch the schema'],
    ['en', 'Would it be okay to rewrite the module'],
    ['en', 'Ready to deploy, shall I'],
    ['de', 'Soll die alte Tabelle gelöscht werden'],
    ['de', 'Welchen Port nutzt der Server'],
    ['es', 'Debo borrar la tabla antigua'],
    ['es', 'Está bien si borro el índice'],
    ['fr', 'Tu veux que je continue'],
    ['fr', 'Je continue ou j’attends'],
    ['it', 'Va bene se elimino il test che non passa'],
    ['pt', 'Onde fica o arquivo de configuração'],
    ['ru', 'Согласны ли вы'],
    ['zh', '能不能提供密码'],
    ['ja', '削除してよいか'],
    ['ko', '어떤 방식을 선호하세요'],
  ])('[QUE17] found by its words alone, in %s: %s', (language, text) => {
    const found = detector.detect(text)
    expect(found).toMatchObject({ language })
    expect(found.verdict).not.toBe('none')
    expect(found.question).toBe(
      text
        .split(/(?<=\.) /)
        .at(-1)
        ?.split('\n')[0],
    )
  })

  test('[QUE17] the order of words makes the question: statements with the same words ask nobody', () => {
    const subject = fc.constantFrom('The parser', 'This job', 'A retry', 'It', 'The old table', 'They', 'We')
    const modal = fc.constantFrom('should', 'shall', 'can', 'could', 'may', 'would')
    const rest = fc.constantFrom('run twice', 'be read first', 'stay as it is', 'fail on a full disk')
    const tail = fc.constantFrom('.', '', ' when the port is taken.', ' and that is tested now.')
    const statement = fc.tuple(subject, modal, rest, tail).map(([a, b, c, d]) => `${a} ${b} ${c}${d}`)
    const condition = fc
      .tuple(fc.constantFrom('Should I', 'Should we', 'Should it', 'Should you'), rest, subject, modal, rest)
      .map(([a, b, c, d, e]) => `${a} ${b}, ${c.toLowerCase()} ${d} ${e}.`)
    const clause = fc
      .tuple(fc.constantFrom('What we', 'Which file it', 'How the parser', 'Where they'), modal, rest)
      .map(([a, b, c]) => `${a} ${b} ${c} is written in the guide.`)
    fc.assert(
      fc.property(fc.array(fc.oneof(statement, condition, clause), { minLength: 1, maxLength: 6 }), (all) => {
        expect(detector.detect(all.join(' ')).verdict).toBe('none')
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    'Soll und Haben stimmen jetzt überein.',
    'Kann ich das Token lesen, läuft der Import durch; das ist jetzt getestet.',
    'Puedo leer el archivo y las pruebas pasan.',
    'Posso ler o arquivo, e os testes passam.',
    'Como você pediu, removi o botão.',
    'O que foi feito: criei a rota e os testes.',
    'Проверил, есть ли таблица: её нет.',
    '是否启用缓存由配置决定。',
    'できるかどうかを確認しました。',
    '그러니까 캐시를 비웠습니다.',
    'Should the disk be full, the write is tried again',
    'Does the same for uploads',
    'Do the migration first, then deploy.',
    'Soll die Tests schneller machen',
    'Wie besprochen liegt die Datei unter docs',
    'Tienes todo en la carpeta docs',
    'Je continue avec la suite',
    'Hai tutto in docs/',
    'Você tem os arquivos em out/',
    'Вряд ли это нужно',
    '能不能登录取决于密码。',
    '使っていいかを確認しました。',
    '어떤 파일이든 열어 보세요',
  ])('[QUE17] prose that only looks like it: %s', (text) => {
    expect(detector.detect(text).verdict).toBe('none')
  })

  test('[QUE17] what leads in a list is found above it, also when a remark follows', () => {
    const text =
      'Both are ready.\n\nWould you like me to:\n- rename the module, or\n- leave it alone\n\n(Either takes a minute.)'
    expect(detector.detect(text)).toMatchObject({ doubtful: true, question: 'Would you like me to:' })
  })

  test('[QUE17] only at the end, where people ask', () => {
    const above = 'Shall we say it is done\n\nThe report is written.\n\nThe page is up.\n\nAll tests pass.'
    expect(detector.detect(above).verdict).toBe('none')
  })
})

describe('doubt', () => {
  test.each([
    ['en', 'The cause is a stale lock. Nothing was changed yet. Should I delete it?'],
    ['en', 'Done, and all tests pass. Want me to also update the docs?'],
    ['en', 'Shall we ship it?'],
    ['en', 'If you agree, I will delete the branch.'],
    ['de', 'Fertig, alles ist grün. Soll ich das auch dokumentieren?'],
    ['es', '¿Quieres que lo haga?'],
    ['fr', 'Voulez-vous que je continue ?'],
    ['it', 'Procedo con la correzione?'],
    ['pt', 'Quer que eu aplique a correção?'],
    ['ru', 'Хотите, чтобы я это исправил?'],
    ['zh', '需要我现在修复吗？'],
    ['ja', '修正しましょうか？'],
    ['ko', '계속 진행할까요?'],
  ])('[QUE18] every proposal is doubtful, in %s: %s', (_, text) => {
    expect(detector.detect(text).doubtful).toBe(true)
  })

  test.each([
    'May I force-push the cleaned history?',
    'Darf ich die alte Tabelle löschen?',
    'Which of the two do you prefer?',
    'Please send me the token.',
    'The budget is yours to set, so I wait for your decision.',
    'Anything else?',
    'If you want, I can also write a summary.',
  ])('[QUE18] what asks for leave, a choice or help, and what only closes, is not: %s', (text) => {
    expect(detector.detect(text).doubtful).toBe(false)
  })

  test.each([
    ['en', 'The export works, and the tests pass. Which of these would you like me to do next?'],
    [
      'en',
      'Everything is merged. What would you like to tackle next: the docs, the parser, or something else?',
    ],
    ['en', 'The page is live. Tell me when you want step 3, or if the domain comes first.'],
    ['zh', '登录页已完成，测试通过。接下来您想做哪个？'],
    ['ru', 'Причина найдена. Применить исправление?'],
  ])('[QUE26] to choose what is done next after finished work is doubtful, in %s: %s', (_, text) => {
    expect(detector.detect(text).doubtful).toBe(true)
  })

  test('[QUE26] to choose the way in the middle of the work is not', () => {
    const text = 'Both ways are open, and nothing is changed yet. Which one do you want next?'
    expect(detector.detect(text)).toMatchObject({ verdict: 'needs_answer', doubtful: false })
  })

  test('[QUE19] who asks for leave needs it, also after finished work', () => {
    expect(detector.detect('The script is written and tested. May I run it on production?')).toMatchObject({
      verdict: 'needs_answer',
      kind: 'permission',
      reasons: ['leave', 'at_end', 'waits'],
    })
  })
})

describe('any work at all', () => {
  test.each([
    'Hello! What shall I do?',
    'Hi! I know this project a little. What would you like to work on today?',
    'Hallo! Was soll ich tun?',
    'Hola, ¿qué necesitas?',
    'Bonjour ! Que puis-je faire pour vous ?',
    'Ciao! Cosa devo fare?',
    'Olá! O que você precisa?',
    'Привет! Чем могу помочь?',
    '你好！需要我做什么？',
    'こんにちは！何をしましょうか？',
    '안녕하세요! 무엇을 도와드릴까요?',
  ])('[QUE20] a greeting offers: %s', (text) => {
    const found = detector.detect(text)
    expect(found).toMatchObject({ verdict: 'offer', doubtful: false })
    expect(found.reasons).toContain('greeting')
  })

  test.each([
    'Everything is merged and the tests pass. What shall I do next?',
    'Done. Standing by for the next task.',
    'Fertig, alles ist gepusht. Was soll ich jetzt tun?',
  ])('[QUE20] “what next?” after finished work offers: %s', (text) => {
    const found = detector.detect(text)
    expect(found.verdict).toBe('offer')
    expect(found.reasons).not.toContain('greeting')
  })

  test('[QUE20] a greeting that asks something of its own is a question', () => {
    expect(detector.detect('Hi! Which port should I use, 80 or 8080?').verdict).toBe('needs_answer')
    expect(
      detector.detect('The two files contradict each other, and I changed nothing. What should I do?')
        .verdict,
    ).toBe('needs_answer')
  })
})

describe('what asks nobody', () => {
  test.each([
    'The dialog waits for your answer before it closes; that is covered by a test.',
    'The endpoint now waits for approval of an admin, then publishes.',
    'The user can choose which calendar to show. Tests added.',
    'O usuário pode escolher uma das opções na tela. Testado.',
    '用户可以选择是否保存密码，测试已通过。',
    'Added a prompt that waits for confirmation before the wipe. Covered by a test.',
    'The call opens our own dialog. It waits for the user’s answer and returns a boolean.',
    '保存前にユーザーへ確認を求めるようにしました。',
    'Until then the avatar is not shown, which is expected.',
    'Up to 8 question-answer rounds before the loop gives up.',
    'Pick a date in the calendar to see the events of that day.',
    '点击暂停按钮后视频会停止。功能已完成。',
    '新增了等待确认的对话框，测试通过。',
    '処理が終わるまで待機します。この動作はテスト済みです。',
    '確認後にデータを削除する処理を実装しました。',
    '대화 상자는 사용자의 확인을 기다립니다. 완료했습니다.',
    'Прежде чем удалить файл, скрипт создаёт копию. Тесты проходят.',
    'Пользователь заблокирован после пяти попыток, это проверено тестом.',
    'Укажите ключ в .env и перезапустите сервер.',
  ])('[QUE21] a statement about the program or its users: %s', (text) => {
    expect(detector.detect(text).verdict).toBe('none')
  })

  test.each([
    '我发现了两个问题并已修复。测试全部通过。',
    '已修复以下问题：登录失败、缓存过期。',
    '这个接口交给我们自己的中间件处理。',
    '麻烦的部分已经处理好了。',
    '部署完成后我会自动清理缓存目录，这一步已经写进脚本。',
    '待ち時間を5秒から1秒に短縮しました。',
  ])('[QUE21] a report in words that could also ask: %s', (text) => {
    expect(detector.detect(text).verdict).toBe('none')
  })

  test.each([
    'Can you look up the colour of the first logo one day? No rush, grey does for now.',
    'Kannst du das bei Gelegenheit prüfen? Es blockiert mich nicht.',
  ])('[QUE22] a question whose paragraph says that nobody need answer: %s', (text) => {
    expect(detector.detect(text).verdict).toBe('none')
  })

  test.each([
    'Fixed. If it fails again, send me the log.',
    'Erledigt. Falls noch ein Fehler auftritt, teile mir bitte die Meldung mit.',
    '已修复。如果仍然报错，请告诉我。',
    '注意：如果端口被占用，可以告诉我，我来改。',
    '部署后看一下效果，如果觉得太大，告诉我要调小多少。',
    '修正が完了しました。ご確認ください。',
  ])('[QUE23] a request on a condition only offers: %s', (text) => {
    expect(detector.detect(text).verdict).toBe('offer')
  })

  test('[QUE23] steps of a guide are no requests', () => {
    const guide = 'To try it:\n\n1. Open the page\n2. Выберите файл и нажмите кнопку\n3. Watch the log'
    expect(detector.detect(guide).verdict).toBe('none')
  })

  test.each([
    ['Can we trust the cache? Yes, since it is rebuilt on start.'],
    ['The query is bound now:\n\n    name = ? AND age > ?\n\nBoth call sites use it.'],
    [
      '**Welche Vögel sind hier zu sehen?**\n\nMöwen machen den größten Teil des Schwarms auf dem See aus, der Rest sind Schwäne.',
    ],
  ])('[QUE6] answered, code by its margin, or a title: %s', (text) => {
    expect(detector.detect(text).verdict).toBe('none')
  })

  test.each([
    'Which Node version does production run? The answer decides whether `fetch` can be used.',
    'Какую базу использовать: Postgres или MySQL? От этого зависит схема.',
    'Is `legacy/` safe to delete? Nothing imports it, but it has a Dockerfile of its own.',
    '¿El descuento se aplica antes o después de impuestos? No está en la especificación.',
    'Who may see drafts? No test says.',
  ])(
    '[QUE25] a question is meant when the next sentence says what hangs on it or what is not known: %s',
    (text) => {
      expect(detector.detect(text).verdict).toBe('needs_answer')
    },
  )

  test.each([
    'Can we drop Node 18? Not yet: the image still uses it.',
    'Who calls this? Nobody does. So it is gone.',
    'Is it thread-safe? Yes: each worker has its own connection.',
  ])('[QUE25] one that its next sentence answers is not: %s', (text) => {
    const { verdict, doubtful } = detector.detect(text)
    expect(doubtful ? 'none' : verdict).toBe('none')
  })

  test('[QUE6] what should be is meant, although the text goes on', () => {
    const text = 'How should the clock behave at midnight? The guide describes noon only.'
    expect(detector.detect(text)).toMatchObject({ verdict: 'needs_answer', kind: 'open' })
  })
})

test.each([
  'Once you have added the key under Deploy keys, I will try again.',
  'I will not send the mail before you have read it.',
  'The deploy has to wait for someone with the rights to renew the certificate.',
  'The draft has one open decision, 30 or 90 days, that I cannot make for you.',
  'This deletes all backups. Confirm with yes to continue.',
  'Non posso accedere al bucket: serve il permesso di lettura.',
  "Merci de me communiquer le message d'erreur complet.",
  '我需要您先授权访问这个仓库。',
  '在继续之前，我需要知道折扣是否也适用于订阅。',
  '部署因权限失败，请先开通存储桶的访问权限。',
  'Bevor ich weitermache, muss ich wissen, ob der Rabatt auch für Abos gilt.',
  'Нужен доступ к репозиторию, без него не продолжить.',
  'Please review the plan and let me know what to change before I start.',
])('[QUE3] the work stands still for the reader: %s', (text) => {
  expect(detector.detect(text)).toMatchObject({ verdict: 'needs_answer', doubtful: false })
})

test.each([
  'The page is live. Tell me what you would like changed, if anything.',
  'All tests pass. The commit message is ready if you want to use it.',
])('[QUE5] what is only there to be taken is an offer: %s', (text) => {
  expect(detector.detect(text)).toMatchObject({ verdict: 'offer', doubtful: false })
})

test.each([
  ['pt', 'O login falhou. Você já criou o projeto no painel?'],
  ['es', 'El registro está vacío. ¿Qué error ves tú en la consola?'],
  ['fr', 'Le déploiement a échoué. Où avez-vous créé la clé ?'],
])('[QUE7] a word that ends in an accent is whole, in %s: %s', (language, text) => {
  expect(detector.detect(text)).toMatchObject({ verdict: 'needs_answer', language, doubtful: false })
  expect(detector.detect(text).reasons[0]).toBe('query')
})
