import type { LanguagePack } from './pack.ts'

/** Spanish. */
export const spanish: LanguagePack = {
  code: 'es',
  marks:
    '\\b(?:el|los|las|una|es|y|con|para|por|del|que|está|pero|ahora|cuando|como|más|ya|tu|se|lo|al|son|esto|también|quieres)\\b|[¿¡ñ]',
  leave: [
    '\\b(?:autorizas|autoriza|apruebas|aprueba|das permiso|da permiso|me permites|me permite)\\b',
    '\\btengo (?:permiso|autorización)\\b',
  ],
  proposal: [
    '\\b(?:debo|debería|deberíamos|puedo|podemos|procedo|continúo|sigo|empiezo|comienzo|aplico|implemento|borro|elimino|hago|lo hago|ejecuto|avanzo)\\b(?=.{0,200}\\?)(?!.{0,20}ayudar)',
    '\\b(?:está bien|te parece bien|le parece bien|estás de acuerdo|de acuerdo|vale|te parece|apruebas|autorizas|confirmas)\\b.{0,80}\\?',
    '^¿?(?:continuar|proceder|empezar|aplicar|seguimos|avanzamos|procedemos)\\b',
  ],
  gentle: [
    '\\b(?:quieres|quiere|queréis|deseas|desea|te gustaría|le gustaría|prefieres|prefiere|necesitas) (?:que|ver|un|una|el|la|más|probar|continuar|hacer|empezar|revisar)\\b',
    '\\bquieres\\b',
    '\\b(?:querés|preferís|necesitás|deseás) (?:que|ver|un|una|el|la|más|probar|continuar|hacer|empezar|revisar)\\b|\\bquerés\\b',
    '\\b(?:necesitas|necesitás|necesita) (?:ayuda|que)\\b',
  ],
  request: [
    '\\b(?:hace falta|hacen falta|se necesita|falta|faltan) (?:el |la |los |las |un |una )?(?:permiso|contraseña|credencial|clave|token|acceso|confirmación|autorización|decisión)',
    '\\b(?:dime|dígame|díganme|indícame|indíqueme|avísame|envíame|envíeme|mándame|pásame|páseme|compárteme|confírmame|confírmeme|muéstrame|pégame|respóndeme|cuéntame|facilítame)\\b(?! si\\b)',
    '\\b(?:por favor|porfa)\\b.{0,80}\\b(?:confirma|confirme|indica|indique|envía|envíe|proporciona|proporcione|comparte|comparta|elige|elija|responde|responda|decide|decida|dime|especifica|aclara|pega)',
    '\\b(?:necesito|me falta|me faltan|requiero|haría falta)\\b.{0,60}\\b(?:tu|tus|su|sus|que|saber|acceso|la|el|los|las|una|un|más)\\b',
    '\\b(?:tú decides|usted decide|tu decisión|es tu decisión|queda a tu|a tu criterio)\\b',
    '\\b(?:responde|respondé|responda) con\\b|\\b(?:elige|elegí|elija|escoge|selecciona)\\b.{0,40}\\b(?:opci|una de|uno de|entre|cuál|qué)',
    '\\b(?:una|dos|tres|algunas|unas) preguntas?\\b.{0,40}(?:antes|para ti|:)',
    '\\b(?:cuando|en cuanto|una vez que) (?:me |lo )?(?:confirmes|confirme|digas|diga|decidas|decida|envíes|envíe|respondas|pases|tengas|apruebes)\\b',
    '\\b(?:decime|avisame|pasame|mandame|enviame|confirmame|mostrame|contame|indicame|compartime|pegame)\\b(?! (?:si|cuando quieras)\\b)',
  ],
  query: [
    '\\b(?:puedes|puede|podrías|podría|podéis)\\b',
    '\\b(?:tienes|tiene|sabes|sabe|estás|está|usas|usa|ves|crees|opinas|piensas|recuerdas|te refieres)\\b',
    '\\b(?:qué|cómo|dónde|cuándo|cuál|cuáles|quién|cuánto|cuántos)\\b.{0,120}\\b(?:quieres|prefieres|debo|debería|hago|uso|te|tu|tienes|opinas|piensas|saco|pongo|necesitas|parece)\\b',
    '\\b(?:correcto|verdad|cierto|no|sí o no|de acuerdo)\\?',
    '^¿?(?:y |pero )?(?:qué|cómo|dónde|cuándo|quién|cuál)\\b(?: \\S+){0,3} (?:debe|deben|debería|deberían)\\b',
    '\\b(?:podés|tenés|sabés|usás|ves|creés|pensás|querés|preferís)\\b',
  ],
  choice: [
    '\\b(?:cuál|cuáles|qué opción|qué enfoque|qué camino|qué alternativa)\\b.{0,80}\\b(?:prefieres|prefiere|eliges|elige|usamos|uso|quieres|conviene|de|primero|debería)',
    '\\b(?:prefieres|prefiere)\\b',
    '\\b(?:cuál|qué opción) (?:prefieres|eliges|te)\\b',
    '\\b(?:cuál|cuáles|qué opción|qué)\\b.{0,40}\\b(?:preferís|elegís|querés)\\b',
  ],
  consent: [
    '\\b(?:avísame|dime|dígame) si (?:procedo|continúo|sigo|empiezo|lo hago|debo)\\b',
    '\\bsi (?:te|le) parece bien\\b.{0,40}\\b(?:procedo|empiezo|lo aplico|continúo|sigo|lo hago)\\b',
  ],
  waiting: [
    '\\b(?:espero|a la espera|esperando|quedo|aguardo|pendiente de)\\b.{0,50}\\b(?:tu|tus|su|sus|que (?:me|lo|confirmes|decidas)|confirmación|aprobación|respuesta|decisión|instrucciones|indicaciones)',
    '\\bantes de (?:continuar|empezar|seguir|aplicar|ejecutar|proceder|tocar|borrar|hacer)\\b.{0,80}\\b(?:necesito|quiero|confirma|dime|prefiero|tu|¿)',
    '\\b(?:no (?:continuaré|seguiré|haré|ejecutaré|tocaré)|me detengo|he parado|estoy bloqueado|estoy bloqueada)\\b',
    '\\bhasta que (?:me|tú|lo|confirmes|decidas|digas|respondas)',
    '\\b(?:hasta entonces|mientras tanto)\\b.{0,60}\\b(?:no|espero|queda|dejo)\\b',
  ],
  conditional: [
    '\\bsi (?:quieres|quiere|lo deseas|deseas|prefieres|te parece|necesitas|lo necesitas|tienes|te interesa|hace falta|gustas|algo)\\b',
    '\\b(?:puedo|podría) (?:también|además|ayudarte)\\b',
    '\\b(?:avísame|dime|házmelo saber|avisa) si\\b',
    '\\bcuando (?:quieras|estés list[oa]|gustes)\\b',
    '\\bsi (?:querés|preferís|necesitás|te sirve)\\b|\\b(?:avisame|decime) (?:si|cuando quieras)\\b',
  ],
  task: [
    '\\bqué (?:hago|hacemos|debo hacer|puedo hacer|tengo que hacer)(?: por (?:ti|usted))?(?: (?:ahora|hoy|primero|después|a continuación))?\\?$',
    '\\bqué (?:necesitas|quieres|deseas|necesita|desea)(?: que haga)?(?: (?:ahora|hoy))?\\?$',
    '\\bcuál es la tarea\\b',
    '\\ben qué (?:trabajamos|estás trabajando)\\b',
  ],
  closer: [
    '\\b(?:algo más|alguna otra|otra cosa|más preguntas|alguna duda|cualquier (?:duda|cosa|cambio))\\b',
    '\\b(?:no dudes|siéntete libre|estoy aquí para|quedo a tu disposición|a tu disposición)\\b',
    '\\b(?:en qué|cómo) (?:más )?(?:puedo|te puedo) (?:ayudar|ayudarte)\\b',
    '\\bqué (?:quieres hacer|hacemos|sigue|te gustaría hacer) (?:ahora|después|a continuación)?\\b',
    '\\b(?:quieres|querés|quiere|te gustaría) que (?:te |le )?(?:explique|muestre|detalle|resuma|profundice|cuente)\\b|\\b(?:quieres|querés|te gustaría) (?:ver|probar|saber|conocer)\\b',
  ],
  settled: [
    '\\bno (?:hace falta|se necesita|es necesari[oa]|requiere) (?:respuesta|nada|ninguna|responder|acción)',
    '\\bno necesitas (?:hacer|responder)',
    '\\bno (?:es )?bloquea(?:nte)?\\b|\\bno (?:hay|corre) prisa\\b|\\bmientras tanto (?:sigo|continúo)\\b',
  ],
  described: [
    '\\b(?:el|la|los|las) (?:usuari[oa]s?|cliente|clientes|página|diálogo|formulario|script|servicio|servidor|proceso) (?:puede|pueden|debe|elige|eligen|espera|pregunta|confirma|selecciona)',
  ],
  done: [
    '^(?:listo|hecho|completado|terminado|perfecto|todo listo|solucionado|corregido|implementado|actualizado|excelente|¡listo|¡hecho|¡perfecto)',
    '\\b(?:he|se ha|se han|hemos|ya) (?:\\w+ )?(?:añadido|agregado|actualizado|corregido|creado|implementado|cambiado|eliminado|completado|terminado|subido|arreglado|movido|configurado|hecho|solucionado|integrado|mejorado)\\b',
    '\\b(?:está|están|quedó|queda|quedaron)\\b.{0,30}\\b(?:list[oa]s?|complet[oa]s?|terminad[oa]s?|funcionando|corregid[oa]s?|implementad[oa]s?|actualizad[oa]s?|verde)\\b',
    '\\b(?:agregué|añadí|actualicé|corregí|creé|implementé|cambié|eliminé|arreglé|moví|configuré|completé)\\b',
    '\\b(?:todas las|\\d+) pruebas\\b|\\b(?:cambios realizados|resumen de (?:los )?cambios|archivos (?:modificados|creados)|con éxito|exitosamente|correctamente)\\b',
    '\\bahora (?:\\w+ )?(?:funciona|usa|muestra|se|el|la|puedes)\\b',
  ],
  diagnosis: [
    '\\b(?:causa|el problema|el error|el fallo|la razón) (?:es|era|está|raíz)\\b|\\bencontré\\b|\\bhe encontrado\\b',
    '\\b(?:recomiendo|recomendación|sugiero|sugerencia|propongo|propuesta|opción|opciones|plan|enfoque|alternativa|alternativas)\\b',
    '\\b(?:no puedo|no pude|no he podido|todavía no|aún no|falta|faltan|sin acceso|bloquead[oa]|podríamos|habría que|debería)\\b',
  ],
  extra: [
    '\\b(?:también|además|otr[oa]s?|más|commit|push|subir|documentación|documentar|diagrama|resumen|pruebas|tests|ejemplo|explique|verificar)\\b',
  ],
  forward: [
    '\\b(?:proceda|proceder|procedo|continúe|continuar|implemente|implementar|aplique|aplicar|corrija|corregir|elimine|eliminar|borre|borrar|empiece|empezar|haga (?:ese|este|el) cambio|lo haga|arregle|despliegue|ejecute)\\b',
  ],
  addressed: ['\\b(?:tú|tu|tus|te|me|mi|yo|usted|su|quieres|puedes|prefieres)\\b'],
  greeting: ['^¡?(?:hola|buenos días|buenas|saludos|bienvenid)'],
  unmarked: [
    '^¿',
    '^(?:está bien si|me das permiso|me permites|me dejas)\\b[^.:;,!]{0,80}$',
    '^(?:dónde|cuándo|quién|cuánto|cuántos|cuántas) (?:está|están|es|son|va|van|queda|tiene|debe|deben|pongo|guardo)\\b[^.:;,!]{0,60}$',
    '^(?:lo|la|los|las) \\S+o o (?:lo|la|los|las) \\S+o$',
    '^(?:quieres|quiere|deseas|desea|prefieres|prefiere|te gustaría|le gustaría|te parece bien|le parece bien|estás de acuerdo)\\b[^:;]*$',
    '^(?:cuál|cuáles|qué|cómo|dónde|cuándo)\\b[^.:;,!]{0,60}\\b(?:prefieres|prefiere|quieres|quiere|debo|uso|hago|deseas|necesitas|pongo)\\b[^.:;,!]{0,60}$',
    '^(?:puedo|debo|debería|sigo|procedo|continúo|aplico|lo hago|lo aplico|borro|elimino)\\b[^.:;,!]{0,80}$',
  ],
  either: ['\\b(?:o|u)\\b'],
}
