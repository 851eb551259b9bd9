/** The scripts of the report page. */
document.documentElement.classList.add("scripted");
